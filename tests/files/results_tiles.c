/* Tiles of maps: they cover the grid, come back as they were, and one that is damaged costs no
 * other. */
#include <float.h>
#include <unistd.h>

#include "results/maps/maps_assemble.h"
#include "results/maps/segment.h"
#include "results_scene.h"

static spate_context *ctx;

static void tiles_cover_the_grid_once(void)
{
    for (int64_t n = 1; n < 5000; n += 1 + n / 7) {
        const tiling t = tiling_of(n, 3 * n);
        CHECK(t.tile_x <= 768 && t.tile_y <= 768);
        CHECK(t.count_x * t.tile_x >= n && (t.count_x - 1) * t.tile_x < n);
        CHECK(t.count_y * t.tile_y >= 3 * n && (t.count_y - 1) * t.tile_y < 3 * n);
    }
}

/* All zero, all empty, half and a third zero, bytes that are as good as random in between, and
 * still water. */
static float tile_value(int kind, int k)
{
    const float noise = (float)draw_between(-1, 1);
    switch (kind) {
    case 0: return 0;
    case 1: return TILE_FILL;
    case 4: return noise;
    case 5: return k / 30000 % 2 ? noise : 0;
    case 6: return 9.875f;
    default: return k % kind ? noise : 0;
    }
}

static void tiles_come_back_as_they_were(void)
{
    enum { N = 300 * 331 };
    static float tile[N], back[N];
    tile_packer *p = tile_packer_create(N, sizeof(float));
    const void *bytes;
    size_t count;
    for (int kind = 0; kind < 7; ++kind) {
        for (int k = 0; k < N; ++k)
            tile[k] = tile_value(kind, k);
        const tile_form form = tile_pack(p, tile, 0, &bytes, &count);
        CHECK(form == (kind == 0          ? TILE_ZERO
                       : kind == 1        ? TILE_EMPTY
                       : TILES_ARE_PACKED ? TILE_PACKED
                                          : TILE_RAW));
        CHECK((count == 0) == (kind < 2) && count <= sizeof tile + sizeof tile / 256);
        /* A run of 258 bytes takes two bits, each of the four rows of bytes some heads of
         * blocks. */
        CHECK(kind != 6 || !TILES_ARE_PACKED || count < sizeof tile / 258 + 4 * 5 * 64);
        void *copy = malloc(count + 1);
        memcpy(copy, count ? bytes : "", count);
        CHECK(tile_unpack(p, form, copy, count, back) && memcmp(tile, back, sizeof tile) == 0);
        CHECK(count == 0 || !tile_unpack(p, form, copy, count - 1, back));
        free(copy);
    }
    CHECK(!tile_unpack(p, TILE_PACKED, "nonsense", 8, back));
    tile_packer_free(p);
}

#if SPATE_HAVE_NETCDF
/* 1700 x 800 cells are 3 x 2 tiles, padded at the edges. */
static void maps_of_many_tiles_are_put_together(void)
{
    enum { NX = 1700, NY = 800 };
    static float bed[NX * NY], depth[NX * NY], there[NX * NY];
    results_plan plan = scene_plan(scene_in("tiles"), RESULTS_NEW);
    plan.grid.nx = NX, plan.grid.ny = NY;
    plan.maps = MAP_DEPTH | MAP_LEVEL;
    text_buffer gaps = {0};
    const tiling tiles = tiling_of(NX, NY);
    CHECK(tiles.count_x == 3 && tiles.count_y == 2);
    CHECK(mkdir(scene_in("tiles"), 0777) == 0 && mkdir(scene_in("tiles/segments"), 0777) == 0);
    for (int64_t n = 0; n < 3; ++n) {
        for (int k = 0; k < NX * NY; ++k) {
            bed[k] = k % 17 == 0 ? (float)NAN : 1;
            depth[k] = k % NX < 600 ? (float)(k % 1000 + n) : 0;
        }
        const map_frame frame = {
            .index = n, .t = 2.0 * (double)n, .wet_depth = 1, .bed = bed, .depth = depth};
        uint64_t bytes;
        char *file = segment_path(plan.folder, n);
        CHECK(segment_write(ctx, file, &tiles, plan.maps, &frame, 1 + (int)n, &bytes) == SPATE_OK);
        free(file);
    }
    if (!CHECK(maps_assemble(ctx, &plan, 3, bed, 2, &gaps) == SPATE_OK && gaps.length == 0))
        printf("  %s\n", spate_message(ctx));
    maps_file *f = NULL;
    if (CHECK(maps_open(ctx, scene_in("tiles/maps.nc"), &f) == SPATE_OK)) {
        int wrong = 0;
        for (int64_t n = 0; n < 3; ++n) {
            CHECK(maps_get_info(f)->times[n] == 2.0 * (double)n);
            CHECK(maps_read(f, maps_find(f, "level"), n, there) == SPATE_OK);
            for (int k = 0; k < NX * NY; ++k) {
                const float d = k % NX < 600 ? (float)(k % 1000 + n) : 0;
                wrong += k % 17 == 0 || d < 1 ? !isnan(there[k]) : there[k] != 1 + d;
            }
        }
        CHECK(wrong == 0);
    }
    maps_close(f);
}

/* Damaged: 5000 bytes into a segment lies a tile. Only the values of that tile are missing. */
static void a_damaged_tile_is_named_and_costs_no_other(void)
{
    enum { NX = 1700, NY = 800 };
    results_plan plan = scene_plan(scene_in("tiles"), RESULTS_NEW);
    static float bed[NX * NY], there[NX * NY];
    text_buffer gaps = {0};
    plan.grid.nx = NX, plan.grid.ny = NY;
    plan.maps = MAP_DEPTH | MAP_LEVEL;
    CHECK(unlink(scene_in("tiles/maps.nc")) == 0);
    FILE *f = fopen(scene_in("tiles/segments/maps-000001.spm"), "r+b");
    if (CHECK(f && fseek(f, 5000, SEEK_SET) == 0))
        fputs("something else", f);
    if (f)
        fclose(f);
    CHECK(maps_assemble(ctx, &plan, 3, bed, 2, &gaps) == SPATE_OK);
    CHECK_CONTAINS(gaps.data ? gaps.data : "", "maps-000001.spm: 1 of its 12 tiles");
    CHECK_CONTAINS(gaps.data ? gaps.data : "", "at 2 s");
    text_free(&gaps);
    maps_file *maps = NULL;
    if (!CHECK(maps_open(ctx, scene_in("tiles/maps.nc"), &maps) == SPATE_OK))
        return;
    const tiling tiles = tiling_of(NX, NY);
    CHECK(maps_get_info(maps)->frames == 3);
    int wrong = 0, missing = 0;
    for (int64_t n = 0; n < 3; ++n) {
        CHECK(maps_read(maps, maps_find(maps, "depth"), n, there) == SPATE_OK);
        for (int k = 0; k < NX * NY; ++k) {
            const float d = k % NX < 600 ? (float)(k % 1000 + n) : 0;
            const int damaged = n == 1 && k % NX < tiles.tile_x && k / NX < tiles.tile_y;
            missing += damaged && isnan(there[k]) && k % 17 != 0;
            wrong += !damaged && (k % 17 == 0 ? !isnan(there[k]) : there[k] != d);
        }
    }
    CHECK(wrong == 0 && missing > 0);
    maps_close(maps);
}

/* Without its table a segment cannot be read at all: its frame is missing, the others are there. */
static void a_cut_segment_is_named_and_costs_no_other(void)
{
    results_plan plan = scene_plan(scene_in("tiles"), RESULTS_NEW);
    static float bed[1700 * 800];
    text_buffer gaps = {0};
    maps_file *maps = NULL;
    plan.grid.nx = 1700, plan.grid.ny = 800;
    plan.maps = MAP_DEPTH | MAP_LEVEL;
    CHECK(truncate(scene_in("tiles/segments/maps-000001.spm"), 4000) == 0);
    CHECK(maps_assemble(ctx, &plan, 3, bed, 2, &gaps) == SPATE_OK);
    CHECK_CONTAINS(gaps.data ? gaps.data : "", "map 1 (");
    if (CHECK(maps_open(ctx, scene_in("tiles/maps.nc"), &maps) == SPATE_OK)) {
        const maps_info *info = maps_get_info(maps);
        CHECK(info->frames == 2 && info->times[0] == 0 && info->times[1] == 4);
    }
    maps_close(maps);
    text_clear(&gaps);
    CHECK(unlink(scene_in("tiles/segments/maps-000000.spm")) == 0);
    CHECK(unlink(scene_in("tiles/segments/maps-000002.spm")) == 0);
    CHECK(maps_assemble(ctx, &plan, 3, bed, 2, &gaps) == SPATE_OK);
    CHECK_CONTAINS(gaps.data ? gaps.data : "", "maps 0 to 2 (");
    text_free(&gaps);
}

#endif

int main(void)
{
    if (!scene_begin(&ctx))
        return 1;
    RUN(tiles_cover_the_grid_once);
    RUN(tiles_come_back_as_they_were);
#if SPATE_HAVE_NETCDF
    RUN(maps_of_many_tiles_are_put_together);
    RUN(a_damaged_tile_is_named_and_costs_no_other);
    RUN(a_cut_segment_is_named_and_costs_no_other);
#endif
    return scene_end(ctx);
}
