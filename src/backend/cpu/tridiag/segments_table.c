/* Tables of the segment kernels, by precision and instruction set. */
#include "backend/cpu/common/instruction_sets.h"
#include "backend/tridiag/segments.h"

/* Declares a kernel with the signature of its table entry. */
#define KERNEL(name, twin, isa)                                                                    \
    extern __typeof__(*((tri_segment_kernels *)0)->name) tri_##name##_##twin##_##isa;

#define EACH_KERNEL(what, twin, isa)                                                               \
    what(get, twin, isa) what(put, twin, isa) what(reduce, twin, isa) what(expand, twin, isa)      \
        what(merge, twin, isa) what(split, twin, isa) what(close, twin, isa)                       \
            what(reduce_shared, twin, isa) what(expand_shared, twin, isa)                          \
                what(merge_shared, twin, isa) what(split_shared, twin, isa)                        \
                    what(close_shared, twin, isa) what(faces, twin, isa)                           \
                        what(faces_shared, twin, isa) what(join, twin, isa)                        \
                            what(join_shared, twin, isa) what(dominance, twin, isa)

#define PLACE(name, twin, isa) .name = tri_##name##_##twin##_##isa,

#define TABLE(twin, isa)                                                                           \
    EACH_KERNEL(KERNEL, twin, isa)                                                                 \
    static const tri_segment_kernels table_##twin##_##isa = {EACH_KERNEL(PLACE, twin, isa)};

CPU_EACH_SET(TABLE)

const tri_segment_kernels *tri_segment_kernels_cpu(int precision, const char *isa)
{
    static const tri_segment_kernels *const tables[][2] = {CPU_TABLES};
    const int set = cpu_instruction_set(isa);
    return set == CPU_NO_SET ? NULL : tables[set][precision == 64];
}
