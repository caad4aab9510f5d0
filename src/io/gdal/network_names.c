/* Finds names on the network in file names given by the user, and inside VRTs. */
#include <cpl_minixml.h>
#include <cpl_vsi.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "network.h"

enum {
    DEEPEST = 16,         /* levels of VRTs inside VRTs */
    MOST_VRTS = 20000,    /* read for one raster */
    MOST_BYTES = 1 << 28, /* of a VRT */
    HEAD = 4096
};

static int allowed;

void plugin_network(int allow)
{
    allowed = allow;
}

/* Anywhere in a name: /vsizip//vsicurl/..., NETCDF:"http://...". */
static const char *const parts[] = {"http://", "https://", "ftp://",    "/vsicurl",
                                    "/vsis3",  "/vsigs",   "/vsiaz",    "/vsiadls",
                                    "/vsioss", "/vsihdfs", "/vsiswift", "/vsiwebhdfs"};
/* At the beginning of a name: databases and services. */
static const char *const beginnings[] = {
    "PG:",     "MYSQL:",  "MSSQL:",      "ODBC:",      "WMS:",      "WMTS:",     "WCS:",
    "WFS:",    "OAPIF:",  "OGCAPI:",     "EEDA:",      "EEDAI:",    "DAAS:",     "ES:",
    "CARTO:",  "NGW:",    "CSW:",        "GMLAS:",     "PLMOSAIC:", "PLSCENES:", "DODS:",
    "STACTA:", "STACIT:", "AMIGOCLOUD:", "MongoDBv3:", "OCI:"};
/* First elements of XML files that describe a service. */
static const char *const services[] = {"GDAL_WMS",         "GDAL_WMTS",        "WCS_GDAL",
                                       "OGRWFSDataSource", "OGRCSWDataSource", "Capabilities"};

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

static int is_on_network(const char *name)
{
    for (int k = 0; k < COUNT(parts); ++k)
        if (strcasestr(name, parts[k]))
            return 1;
    for (int k = 0; k < COUNT(beginnings); ++k)
        if (EQUALN(name, beginnings[k], strlen(beginnings[k])))
            return 1;
    return 0;
}

static int refuse(const char *name, const char *inside, gdal_why *why)
{
    return say(why,
               "%s%.200s is on the network, which is off; allow it with --network, or download the "
               "data first",
               inside, name);
}

/* ---- names inside VRTs ---- */

/* A VRT that was read. Several files may name it, and it may name itself. */
typedef struct seen_file {
    dev_t device;
    ino_t number;
    int open; /* the files that it names are being checked */
} seen_file;

typedef struct scan {
    seen_file *seen;
    int count, room;
    gdal_why *why;
} scan;

static int no_end(scan *s)
{
    return say(s->why, "it names VRTs inside VRTs without end; write the data into one file");
}

static int file_allows(scan *s, const char *file, int depth);
static int tree_allows(scan *s, const CPLXMLNode *node, const char *folder, int depth);

static int is_service(const CPLXMLNode *root)
{
    for (int k = 0; k < COUNT(services); ++k)
        if (EQUAL(root->pszValue, services[k]))
            return 1;
    return 0;
}

static int is_vrt(const CPLXMLNode *root)
{
    return EQUAL(root->pszValue, "VRTDataset") || EQUAL(root->pszValue, "OGRVRTDataSource");
}

/* XML as the content of a file or, in VRTs, in place of a file name. GDAL searches all elements, so
 * all are checked. */
static int xml_allows(scan *s, CPLXMLNode *tree, const char *folder, int depth)
{
    int ok = 1;
    for (const CPLXMLNode *root = tree; ok && root; root = root->psNext) {
        if (root->eType != CXT_Element)
            continue;
        if (is_service(root))
            ok = refuse(root->pszValue, "the source of ", s->why);
        else if (is_vrt(root))
            ok = tree_allows(s, root->psChild, folder, depth);
    }
    CPLDestroyXMLNode(tree);
    return ok;
}

static int name_allows(scan *s, const char *name, const char *folder, int depth)
{
    if (is_on_network(name))
        return refuse(name, "it names a source elsewhere: ", s->why);
    if (name[strspn(name, " \t\r\n")] == '<') {
        CPLXMLNode *tree = CPLParseXMLString(name);
        return !tree || xml_allows(s, tree, folder, depth + 1);
    }
    if (*name == '/' || strchr(name, ':'))
        return file_allows(s, name, depth + 1);
    const size_t size = strlen(folder) + strlen(name) + 2;
    char *whole = malloc(size);
    if (!whole)
        return say(s->why, "no memory");
    snprintf(whole, size, "%s%s", folder, name);
    const int ok = file_allows(s, whole, depth + 1);
    free(whole);
    return ok;
}

/* SourceFilename, SourceDataset, SrcDataSource and similar names of future versions. */
static int names_a_file(const char *element)
{
    return strcasestr(element, "source") || strcasestr(element, "file") ||
           strcasestr(element, "dataset");
}

static int tree_allows(scan *s, const CPLXMLNode *node, const char *folder, int depth)
{
    for (; node; node = node->psNext) {
        if (node->eType != CXT_Element)
            continue;
        for (const CPLXMLNode *text = node->psChild; text; text = text->psNext)
            if (text->eType == CXT_Text && names_a_file(node->pszValue) &&
                !name_allows(s, text->pszValue, folder, depth))
                return 0;
        if (!tree_allows(s, node->psChild, folder, depth))
            return 0;
    }
    return 1;
}

/* Whether GDAL would open the file as a VRT or a service: GDAL searches the head for the same
 * words. */
static int is_vrt_or_service(const char *file)
{
    char head[HEAD + 1];
    VSILFILE *f = VSIFOpenL(file, "rb");
    if (!f)
        return 0;
    const size_t got = VSIFReadL(head, 1, HEAD, f);
    head[got] = '\0';
    VSIFCloseL(f);
    int found = strstr(head, "<VRTDataset") || strstr(head, "<OGRVRTDataSource");
    for (int k = 0; k < COUNT(services); ++k)
        found |= strstr(head, services[k]) != NULL;
    return found;
}

static char *folder_of(const char *file)
{
    const char *slash = strrchr(file, '/');
    return strndup(file, slash ? (size_t)(slash - file) + 1 : 0);
}

static int text_allows(scan *s, const char *text, const char *file, int depth)
{
    CPLXMLNode *tree = CPLParseXMLString(text);
    if (!tree)
        return 1; /* the drivers will report it */
    char *folder = folder_of(file);
    const int ok = folder ? xml_allows(s, tree, folder, depth) : say(s->why, "no memory");
    if (!folder)
        CPLDestroyXMLNode(tree);
    free(folder);
    return ok;
}

/* The entry of a file, new or known; NULL: out of memory, or too many. */
static seen_file *remember(scan *s, const char *file, int *known)
{
    struct stat found = {0};
    const int exists = stat(file, &found) == 0; /* otherwise inside an archive */
    *known = 0;
    for (int k = 0; exists && k < s->count; ++k)
        if (s->seen[k].device == found.st_dev && s->seen[k].number == found.st_ino) {
            *known = 1;
            return &s->seen[k];
        }
    if (s->count == s->room) {
        const int room = s->room ? 2 * s->room : 16;
        seen_file *grown = realloc(s->seen, (size_t)room * sizeof *grown);
        if (!grown || room > 2 * MOST_VRTS) {
            s->seen = grown ? grown : s->seen;
            return NULL;
        }
        s->seen = grown;
        s->room = room;
    }
    s->seen[s->count] = (seen_file){found.st_dev, found.st_ino, 1};
    return &s->seen[s->count++];
}

static int file_allows(scan *s, const char *file, int depth)
{
    GByte *text = NULL;
    int known;
    if (!is_vrt_or_service(file))
        return 1;
    const seen_file *f = depth <= DEEPEST ? remember(s, file, &known) : NULL;
    if (!f || (known && f->open))
        return no_end(s);
    if (known)
        return 1;
    const int number = s->count - 1;
    if (!VSIIngestFile(NULL, file, &text, NULL, MOST_BYTES))
        return say(s->why, "%.200s is too large to check the files that it names", file);
    const int ok = text_allows(s, (const char *)text, file, depth);
    VSIFree(text);
    s->seen[number].open = 0;
    return ok;
}

int network_allows(const char *file, gdal_why *why)
{
    if (allowed)
        return 1;
    if (is_on_network(file))
        return refuse("it", "", why);
    scan s = {.why = why};
    const int ok = name_allows(&s, file, "", 0);
    free(s.seen);
    if (ok)
        why->text[0] = '\0'; /* messages of GDAL during the check */
    return ok;
}

int network_is_allowed(void)
{
    return allowed;
}
