/* How many CPUs the control group of this process may use at once (containers, batch systems).
 * Knows the files of Linux, nothing of threads. */
#ifndef SPATE_BASE_CPU_QUOTA_H
#define SPATE_BASE_CPU_QUOTA_H

/* CPUs, possibly a fraction; INFINITY without a quota or where none can be read. `membership` is a
 * file like /proc/self/cgroup, `mount` a folder like /sys/fs/cgroup. Versions 1 and 2 of control
 * groups are supported. */
double cpu_quota(const char *membership, const char *mount);

#endif
