/* CPUs that a control group allows, from folders made as the kernel makes them (version 1
 * and 2). */
#define _GNU_SOURCE
#include "base/cpu_quota.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cores.h"
#include "check.h"

static char root[64];

static void put(const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", root, name);
    FILE *f = fopen(path, "w");
    CHECK(f != NULL);
    if (!f)
        return;
    fputs(text, f);
    fclose(f);
}

static void folder(const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", root, name);
    CHECK(mkdir(path, 0700) == 0);
}

static double quota(const char *membership)
{
    char file[128];
    put("membership", membership);
    snprintf(file, sizeof file, "%s/membership", root);
    return cpu_quota(file, root);
}

static void version_2_takes_the_least_of_all_groups_above(void)
{
    folder("batch");
    folder("batch/job");
    put("batch/cpu.max", "150000 100000\n");
    put("batch/job/cpu.max", "max 100000\n");
    CHECK_NEAR(quota("0::/batch/job\n"), 1.5, 0);
    put("batch/job/cpu.max", "50000 100000\n");
    CHECK_NEAR(quota("0::/batch/job\n"), 0.5, 0);
    CHECK(isinf(quota("0::/\n")));
    put("cpu.max", "400000 100000\n"); /* in a container the mount itself is the group */
    CHECK_NEAR(quota("0::/\n"), 4, 0);
    CHECK_NEAR(quota("0::/docker/0123456789\n"), 4, 0);
}

static void version_1_has_its_own_files(void)
{
    folder("cpu,cpuacct");
    folder("cpu,cpuacct/job");
    put("cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
    put("cpu,cpuacct/cpu.cfs_period_us", "100000\n");
    put("cpu,cpuacct/job/cpu.cfs_quota_us", "300000\n");
    put("cpu,cpuacct/job/cpu.cfs_period_us", "100000\n");
    const char *mine = "7:memory:/job\n4:cpu,cpuacct:/job\n3:cpuset:/job\n";
    CHECK_NEAR(quota(mine), 3, 0);
    CHECK(isinf(quota("4:cpu,cpuacct:/\n3:cpuset:/\n")));
}

static void what_cannot_be_read_is_no_quota(void)
{
    CHECK(isinf(cpu_quota("/nowhere/cgroup", root)));
    CHECK(isinf(quota("")));
    CHECK(isinf(quota("no colons\n:one\n9:cpuset:/job\n")));
    put("cpu.max", "garbage\n");
    CHECK(isinf(quota("0::/\n")));
    put("cpu.max", "0 0\n");
    CHECK(isinf(quota("0::/\n")));
}

static void the_default_is_not_changed_by_loops(void)
{
    const int before = cores_default_threads();
    CHECK(cores_usable() >= 1 && before >= 1);
    cores_set_loop_threads(1);
    CHECK(cores_default_threads() == before);
    cores_set_loop_threads(1);
    CHECK(cores_default_threads() == before);
}

int main(void)
{
    snprintf(root, sizeof root, "/tmp/spate_quota_%ld", (long)getpid());
    if (mkdir(root, 0700) != 0)
        return 1;
    RUN(version_2_takes_the_least_of_all_groups_above);
    RUN(version_1_has_its_own_files);
    RUN(what_cannot_be_read_is_no_quota);
    RUN(the_default_is_not_changed_by_loops);
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", root);
    return system(command) != 0 || check_done() != 0;
}
