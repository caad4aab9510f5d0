/* Removes files of a run from its folder, and no others. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "results/folder/files.h"
#include "results/folder/folder.h"

const char *const folder_subfolders[FOLDER_SUBFOLDERS] = {"gauges", "sections", "segments",
                                                          "checkpoints"};

int64_t folder_number(const char *name, const char *prefix, const char *suffix)
{
    const size_t before = strlen(prefix);
    if (strncmp(name, prefix, before) != 0)
        return -1;
    const char *digits = name + before;
    const size_t count = strspn(digits, "0123456789");
    if (count == 0 || count > 15 || strcmp(digits + count, suffix) != 0)
        return -1;
    return strtoll(digits, NULL, 10);
}

/* The folder itself may be a symbolic link that the user made; what is inside it may not. */
static int open_folder(const char *folder, const char *sub)
{
    const int whole = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (whole < 0 || !sub)
        return whole;
    const int inside = openat(whole, sub, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    close(whole);
    return inside;
}

/* Removes "mass.csv" or "gauges/quay.csv"; runs write no deeper folders. */
static void remove_in(const char *folder, const char *name)
{
    char *copy = strdup(name);
    char *slash = copy ? strchr(copy, '/') : NULL;
    if (slash)
        *slash = '\0';
    const int place = copy ? open_folder(folder, slash ? copy : NULL) : -1;
    const char *file = slash ? slash + 1 : name;
    if (place >= 0 && !strchr(file, '/'))
        unlinkat(place, file, 0);
    if (place >= 0)
        close(place);
    free(copy);
}

void folder_remove_numbered(const char *folder, const char *sub, const char *prefix,
                            const char *suffix, int64_t from)
{
    char unfinished[64];
    snprintf(unfinished, sizeof unfinished, "%s.part", suffix);
    const int place = open_folder(folder, sub);
    DIR *dir = place >= 0 ? fdopendir(place) : NULL;
    for (struct dirent *e; dir && (e = readdir(dir));)
        if (folder_number(e->d_name, prefix, suffix) >= from ||
            folder_number(e->d_name, prefix, unfinished) >= 0)
            unlinkat(place, e->d_name, 0);
    if (dir)
        closedir(dir);
    else if (place >= 0)
        close(place);
}

/* ---- working files: needed only until the run has finished ---- */

static const struct {
    const char *folder, *prefix, *suffix;
} working[] = {{"segments", "maps-", ".spm"}, {"checkpoints", "state-", ".spc"}};
enum { WORKING = sizeof working / sizeof *working };

int folder_has_working_files(const char *folder)
{
    int there = 0;
    for (int k = 0; k < WORKING; ++k) {
        struct stat s;
        char *sub = path_join(folder, working[k].folder);
        there = there || (sub && lstat(sub, &s) == 0 && S_ISDIR(s.st_mode));
        free(sub);
    }
    return there;
}

void folder_remove_working_files(const char *folder)
{
    for (int k = 0; k < WORKING; ++k) {
        char *sub = path_join(folder, working[k].folder);
        if (sub) {
            folder_remove_numbered(folder, working[k].folder, working[k].prefix, working[k].suffix,
                                   0);
            rmdir(sub);
        }
        free(sub);
    }
}

/* ---- overwriting ---- */

/* Keeps a damaged or hostile run.json from naming files outside the folder. */
static int is_inside(const char *name)
{
    return *name && *name != '/' && strcmp(name, "..") != 0 && strncmp(name, "../", 3) != 0 &&
           !strstr(name, "/../");
}

/* "segments/maps-*.spm" */
static void remove_pattern(const char *folder, const char *pattern)
{
    char *copy = strdup(pattern);
    char *star = copy ? strchr(copy, '*') : NULL, *slash = copy ? strchr(copy, '/') : NULL;
    if (star && slash && star > slash && !strchr(slash + 1, '/')) {
        *star = *slash = '\0';
        folder_remove_numbered(folder, copy, slash + 1, star + 1, 0);
    }
    free(copy);
}

static void remove_file(const char *folder, const char *name)
{
    char *unfinished = path_temporary(name);
    remove_in(folder, name);
    if (unfinished)
        remove_in(folder, unfinished);
    free(unfinished);
}

/* run.json is removed last: until then the remaining files can be recognised as those of a run. */
void folder_remove_run(const char *folder, const json_flat *earlier)
{
    for (size_t k = 0; k < earlier->count; ++k) {
        const json_entry *e = &earlier->entries[k];
        if (strncmp(e->path, "files[", 6) != 0 || !is_inside(e->value) ||
            strcmp(e->value, "run.json") == 0)
            continue;
        if (strchr(e->value, '*'))
            remove_pattern(folder, e->value);
        else
            remove_file(folder, e->value);
    }
    for (size_t k = 0; k < FOLDER_SUBFOLDERS; ++k) {
        char *sub = path_join(folder, folder_subfolders[k]);
        if (sub)
            rmdir(sub); /* fails, as intended, if it holds other files */
        free(sub);
    }
    remove_file(folder, "run.json");
}
