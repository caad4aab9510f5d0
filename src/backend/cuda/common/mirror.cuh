/* The copy of a part on the device: fields, lists, tables; copies what is newer on one side. The
 * fields follow from the table of the scheme. */
#ifndef SPATE_BACKEND_CUDA_COMMON_MIRROR_CUH
#define SPATE_BACKEND_CUDA_COMMON_MIRROR_CUH

#include "backend/cuda/common/staging.cuh"
#include "backend/cuda/common/tables.cuh"

namespace
{

/* ---- fields ---- */

size_t block_bytes(const grid_part *p, int field)
{
    return field_pitch_bytes(p, field) * part_rows(&p->shape);
}

size_t room_bytes(const grid_part *p, int field)
{
    return field_pitch_bytes(p, field) * part_room(&p->shape);
}

void free_field(cuda_common *w, int field)
{
    grid_part &p = w->twin;
    for (int s = 0; s < part_slots(&p, field); ++s)
        if (p.field[field][s])
            cuda_free((char *)p.field[field][s] - field_room_origin_bytes(&p, field));
    for (int s = 0; s < PART_SLOTS; ++s)
        p.field[field][s] = NULL;
}

/* All slots of a field. Kernels read a row beyond the last. 0: no memory. */
int make_field(cuda_common *w, int field)
{
    grid_part &p = w->twin;
    const size_t room = sizeof(double) * (size_t)p.shape.pitch;
    const int slots = part_slots(&p, field);
    int ok = 1;
    for (int s = 0; s < slots; ++s) {
        char *block = (char *)cuda_allocate(room_bytes(&p, field) + room);
        p.field[field][s] = block ? block + field_room_origin_bytes(&p, field) : NULL;
        ok = ok && block;
    }
    for (int s = slots; s < PART_SLOTS; ++s)
        p.field[field][s] = p.field[field][0];
    if (!ok)
        free_field(w, field);
    return ok;
}

/* The part has got rows or given some away: row 0 is elsewhere in the same memory. */
void shift_fields(grid_part &p, int rows)
{
    for (int f = 0; f < p.field_count && rows != 0; ++f)
        for (int s = 0; s < PART_SLOTS; ++s)
            if (p.field[f][s])
                p.field[f][s] = (char *)p.field[f][s] + rows * (ptrdiff_t)field_pitch_bytes(&p, f);
}

/* Fields to be copied together. */
typedef std::vector<staged_copy> batch;

void add_slot(batch *b, const cuda_common *w, const grid_part *part, int field, int slot)
{
    const ptrdiff_t origin = field_origin_bytes(part, field);
    const size_t bytes = block_bytes(part, field);
    if (part->field[field][slot] && w->twin.field[field][slot])
        b->push_back({(char *)w->twin.field[field][slot] - origin,
                      (char *)part->field[field][slot] - origin, bytes, 1, bytes});
}

/* Allocates the fields of the image on the device, and frees others. Scratch fields start with the
 * values of the image. Returns 0 if there is no memory. */
int match_fields(cuda_common *w, const grid_part *part, batch *fresh)
{
    for (int f = 0; f < part->field_count; ++f) {
        if (!part->fields[f].name)
            continue;
        if (!part->field[f][0])
            free_field(w, f);
        else if (!w->twin.field[f][0]) {
            if (!make_field(w, f))
                return 0;
            for (int s = 0; s < part->fields[f].slots && part->fields[f].role == ROLE_SCRATCH; ++s)
                add_slot(fresh, w, part, f, s);
        }
    }
    w->twin.codes = (uint8_t *)w->twin.field[FIELD_CODES][0];
    return 1;
}

/* The slots of a field that are copied with its group: those of Q^n; of maps, all. */
void add_group(batch *b, const cuda_common *w, const grid_part *part, int field)
{
    const field_info &f = part->fields[field];
    const int now = part->clock->now;
    if (f.role == ROLE_FORCING)
        for (int s = 0; s < f.slots; ++s)
            add_slot(b, w, part, field, s);
    else if ((f.flags & (FIELD_KEPT | FIELD_KEPT_BEFORE)) != FIELD_KEPT_BEFORE)
        add_slot(b, w, part, field, f.slots > 1 ? now : 0);
}

batch fields_of(const cuda_common *w, const grid_part *part, unsigned groups)
{
    batch b;
    for (int f = 0; f < part->field_count; ++f) {
        const field_info &info = part->fields[f];
        if (!info.name)
            continue;
        if (info.role != ROLE_SCRATCH && (groups & 1u << info.role))
            add_group(&b, w, part, f);
        if ((groups & PART_BEFORE) && (info.flags & FIELD_KEPT_BEFORE))
            add_slot(&b, w, part, f, info.slots > 1 ? 1 - part->clock->now : 0);
        if ((groups & PART_FAILED) && info.role == ROLE_STATE && info.slots > 1)
            add_slot(&b, w, part, f, 1 - part->clock->now);
    }
    return b;
}

/* Waits for the kernels, copies, and returns when all copies are done. */
void bring(const cuda_common *w, const batch &b, staging_direction direction)
{
    if (b.empty())
        return;
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "waiting for the device");
    staged_transfer(b.data(), (int)b.size(), direction, NULL, w->threads);
}

/* ---- lists ---- */

void make_lists(cuda_common *w, const grid_part *part)
{
    grid_part &p = w->twin;
    const int ny = part->shape.ny;
    std::vector<face_boundary> boundaries;
    std::vector<part_inflow> inflows;
    drop_tables(w);
    for (int n = 0; n < part->boundary_count; ++n)
        boundaries.push_back(boundary_copy(w, &part->boundaries[n]));
    p.boundaries = (face_boundary *)table_copy(w, boundaries.data(),
                                               sizeof(face_boundary) * boundaries.size());
    p.boundary_count = part->boundary_count;
    p.boundary_x = list_copy(w, &part->boundary_x, ny);
    p.boundary_y = list_copy(w, &part->boundary_y, ny);
    const part_sources &s = part->sources;
    p.sources = s;
    p.sources.rain = series_copy(w, &s.rain);
    p.sources.wind_x = series_copy(w, &s.wind_x);
    p.sources.wind_y = series_copy(w, &s.wind_y);
    for (int n = 0; n < s.inflow_count; ++n) {
        inflows.push_back(s.inflows[n]);
        inflows.back().discharge = series_copy(w, &s.inflows[n].discharge);
    }
    p.sources.inflows =
        (part_inflow *)table_copy(w, inflows.data(), sizeof(part_inflow) * inflows.size());
    p.sources.inflow_cells = inflow_copy(w, &s.inflow_cells, ny);
    p.sources.tile_forced = NULL;
    p.ghosts = (const ghost_box *)table_copy(w, part->ghosts,
                                             sizeof(ghost_box) * (size_t)part->ghost_count);
    p.ghost_count = part->ghost_count;
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "copying lists");
}

/* Copies only the accounts: kernels do not change the rest of the lists. */
void pull_lists(const cuda_common *w, grid_part *part)
{
    const grid_part &p = w->twin;
    const boundary_list *const from[2] = {&p.boundary_x, &p.boundary_y};
    const boundary_list *const to[2] = {&part->boundary_x, &part->boundary_y};
    for (int n = 0; n < 2; ++n)
        if (to[n]->count)
            cuda_ok(cudaMemcpyAsync(to[n]->faces, from[n]->faces,
                                    sizeof(boundary_face) * (size_t)to[n]->count,
                                    cudaMemcpyDeviceToHost, cuda_stream()),
                    "copying accounts of faces");
}

void pull_sources(const cuda_common *w, grid_part *part)
{
    const inflow_list &from = w->twin.sources.inflow_cells, &to = part->sources.inflow_cells;
    if (to.count)
        cuda_ok(cudaMemcpyAsync(to.kept, from.kept,
                                sizeof(double) * INFLOW_VALUES * (size_t)to.count,
                                cudaMemcpyDeviceToHost, cuda_stream()),
                "copying accounts of inflows");
}

/* ---- both ways ---- */

/* Maxima that begin with this state are made from it on the device. */
int push(grid_part *part)
{
    cuda_common *w = common_of(part);
    unsigned groups = part->newer_here;
    if (!groups)
        return 1;
    batch fresh;
    shift_fields(w->twin, part->shape.rows_below - w->twin.shape.rows_below);
    w->twin.shape = part->shape;
    w->twin.params = part->params;
    w->twin.maxima = part->maxima;
    if (!match_fields(w, part, &fresh))
        return 0;
    bring(w, fresh, TO_DEVICE);
    if (groups & (PART_LISTS | PART_SOURCES | PART_ROWS))
        make_lists(w, part);
    if (part->maxima.begun == part->clock->step)
        groups &= ~(unsigned)PART_MAXIMA;
    bring(w, fields_of(w, part, groups), TO_DEVICE);
    push_clock(part);
    part->newer_here = 0;
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "copying a part");
    return cuda_trouble() == NULL;
}

void pull(grid_part *part, unsigned groups)
{
    const cuda_common *w = common_of(part);
    bring(w, fields_of(w, part, groups & ~(unsigned)PART_SOURCES), TO_HOST);
    if (groups & PART_LISTS)
        pull_lists(w, part);
    if (groups & PART_SOURCES)
        pull_sources(w, part);
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "copying a part back");
    part->newer_there &= ~groups;
}

void *device_field(const grid_part *part, int field, int slot)
{
    return common_of(part)->twin.field[field][slot];
}

} // namespace

#endif
