/* Around the declarations of every public header: C linkage, and names that libspate.so exports. All
 * other names of the library are hidden. */
#ifndef SPATE_EXPORT_H
#define SPATE_EXPORT_H

#if defined(__GNUC__)
#define SPATE_PUBLIC_BEGIN_ _Pragma("GCC visibility push(default)")
#define SPATE_PUBLIC_END_ _Pragma("GCC visibility pop")
#else
#define SPATE_PUBLIC_BEGIN_
#define SPATE_PUBLIC_END_
#endif

#ifdef __cplusplus
#define SPATE_PUBLIC_BEGIN                                                                         \
    extern "C" {                                                                                   \
    SPATE_PUBLIC_BEGIN_
#define SPATE_PUBLIC_END                                                                           \
    SPATE_PUBLIC_END_                                                                              \
    }
#else
#define SPATE_PUBLIC_BEGIN SPATE_PUBLIC_BEGIN_
#define SPATE_PUBLIC_END SPATE_PUBLIC_END_
#endif

#endif
