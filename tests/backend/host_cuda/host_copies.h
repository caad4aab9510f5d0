/* Copies of a thread that are on their way into shared memory, in groups; the last one is not
 * closed. */
#ifndef TESTS_HOST_COPIES_H
#define TESTS_HOST_COPIES_H

#include <cstddef>
#include <vector>

struct host_copy {
    void *to;
    const void *from;
    size_t bytes;
};
typedef std::vector<std::vector<host_copy>> host_copies;

host_copies &host_copies_of_thread(void);

#endif
