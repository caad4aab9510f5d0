/* Claims about series and tables in text: what is understood, what is refused and how. */
#include "io/series_file.h"

#include "base/dates.h"
#include "check.h"
#include "scratch.h"

static spate_context *ctx;

static series_request request(unit_kind kind)
{
    double start = 0;
    CHECK(date_parse("2024-01-02T00:00Z", &start) == DATE_OK);
    return (series_request){.file = "s.csv", .kind = kind, .scale = 1, .start = start};
}

static spate_status parse(const series_request *q, const char *text, series *s)
{
    return series_parse(ctx, q, text, strlen(text), s);
}

static int reads(const series_request *q, const char *text, series *s)
{
    const int ok = parse(q, text, s) == SPATE_OK;
    if (!ok)
        printf("  %s\n", spate_message(ctx));
    return ok;
}

static void ways_to_write_one_series_agree(void)
{
    static const char *const texts[] = {
        "time,discharge [m3/s]\n2024-01-02T00:00Z,12\n2024-01-02T01:00Z,-3.5\n",
        "\xef\xbb\xbftime,discharge (m\xc2\xb3/s)\r\n2024-01-02T01:00+01:00,12\r\n2024-01-02 01:00Z,-3.5\r\n\r\n\r\n",
        "# river\n\ntime [h];discharge [l/s]\n0;12000 # first\n1;-3500",
        "time(s)\tdischarge (m3/s)\n0\t1.2e1\n3600\t-3.5\n",
        "\"time [min]\",\"discharge [m3/s]\"\n\"0\",\"12\"\n60,\"-3.5\"\n",
        "t   discharge[m3/s]\n  0   12\n 3600  -3.5  \n",
        "time [d], discharge [m3/s],\n0,12,\n0.041666666666666666,-3.5,\n",
        "discharge [m3/s],time\n12,0\n-3.5,3600\n",
        "Time (s)     river discharge (m3/s)\n0\t12\n3600\t-3.5\n",
    };
    for (size_t n = 0; n < sizeof texts / sizeof *texts; ++n) {
        const series_request q = request(UNIT_DISCHARGE);
        series s;
        if (!CHECK(reads(&q, texts[n], &s)))
            continue;
        CHECK(s.count == 2 && s.t[0] == 0 && s.value[0] == 12 && s.value[1] == -3.5);
        CHECK_NEAR(s.t[1], 3600, 3600 * 0x1p-50);
        series_free(&s);
    }
}

static void columns_are_chosen_by_name_and_shifted(void)
{
    series_request q = request(UNIT_LENGTH);
    q.column = "Starcross";
    q.offset = -0.12;
    q.scale = 2;
    series s;
    if (!CHECK(reads(&q, "time,exmouth [m],starcross [cm]\n2024-01-02T06:00Z,,50\n", &s)))
        return;
    CHECK(s.count == 1 && s.t[0] == 6 * 3600.0);
    CHECK_NEAR(s.value[0], 2 * 0.5 - 0.12, 1e-15);
    series_free(&s);
    q = request(UNIT_RATE);
    q.unit = "mm/h";
    if (!CHECK(reads(&q, "0,3.6\n60,0\n", &s))) /* no header, the unit from the case */
        return;
    CHECK_NEAR(s.value[0], 1e-6, 1e-21);
    series_free(&s);
    q = request(UNIT_LENGTH);
    CHECK(parse(&q, "0 1\n60 2\n", &s) == SPATE_OK && s.count == 2 && s.t[1] == 60);
    series_free(&s);
}

static void wrong_series_are_refused_with_their_line(void)
{
    static const struct {
        unit_kind kind;
        const char *column, *text, *message;
    } cases[] = {
        {UNIT_LENGTH, NULL, "", "s.csv: the file is empty"},
        {UNIT_LENGTH, NULL, "\n\n# nothing\n", "s.csv: the file is empty"},
        {UNIT_LENGTH, NULL, "time,level\n", "no rows below the header"},
        {UNIT_LENGTH, NULL, "time\n0\n", "one column"},
        {UNIT_LENGTH, NULL, "time,a,b\n0,1,2\n", "several columns (a, b); choose one"},
        {UNIT_LENGTH, "c", "time,a,b\n0,1,2\n", "no column \"c\", only a, b"},
        {UNIT_LENGTH, "time", "time,a,b\n0,1,2\n", "no column \"time\", only a, b"},
        {UNIT_LENGTH, "a", "0,1\n", "no column \"a\", only columns without names"},
        {UNIT_LENGTH, NULL, "time,a\n0,1\n0,2\n",
         "s.csv:3: times must increase; 0 s comes after 0 s"},
        {UNIT_LENGTH, NULL, "time,a\n5,1\n\n4,2\n",
         "s.csv:4: times must increase; 4 s comes after 5 s"},
        {UNIT_LENGTH, NULL, "time,a\n0,one\n", "s.csv:2: \"one\" is not a number"},
        {UNIT_LENGTH, NULL, "time,a\n0,nan\n", "s.csv:2: \"nan\" is not a number"},
        {UNIT_LENGTH, NULL, "time;a\n0;1,5\n", "decimals need a point"},
        {UNIT_LENGTH, NULL, "time,a\n0,\n", "s.csv:2: "},
        {UNIT_LENGTH, NULL, "time,a,b\n0,1,1\n0,1\n", "several columns"},
        {UNIT_LENGTH, "a", "time,a,b\n0,1,1\n9,1\n", "s.csv:3: 2 columns where 3 are expected"},
        {UNIT_LENGTH, "a", "time,a,b\n0,1,1\n9,,1\n", "s.csv:3: there is no value"},
        {UNIT_LENGTH, "a", "time,a,b\n0,1,1\n,1,1\n", "s.csv:3: there is no time"},
        {UNIT_LENGTH, NULL, "time,a,b\n0,1\n", "the header has 3 columns, the first row 2"},
        {UNIT_LENGTH, NULL, "time,a\n2024-01-02,1\n", "s.csv:2: \"2024-01-02\" is without a zone"},
        {UNIT_LENGTH, NULL, "time,a\nmonday,1\n", "s.csv:2: \"monday\" is not a time"},
        {UNIT_LENGTH, NULL, "time,a\n0,1\n2024-01-02T00:00Z,1\n", "the others are elapsed times"},
        {UNIT_LENGTH, NULL, "hour,a\n0,1\n", "call the column \"time [h]\""},
        {UNIT_LENGTH, NULL, "time [eons],a\n0,1\n", "unit of time \"eons\" is unknown"},
        {UNIT_LENGTH, NULL, "time,a [s]\n0,1\n",
         "the unit \"s\" does not fit here; use one like m"},
        {UNIT_DISCHARGE, NULL, "time,q\n0,1\n",
         "no unit; write it into the header, as in \"time,q [m3/s]\""},
        {UNIT_RATE, NULL, "0,1\n", "as in \"time,value [mm/h]\""},
        {UNIT_LENGTH, NULL, "time,a\n0,\xff\n", "s.csv:2: this is not UTF-8"},
        {UNIT_LENGTH, NULL, "time,a\n0,\xc0\xaf\n", "s.csv:2: this is not UTF-8"},
        {UNIT_LENGTH, NULL, "PK\x03\x04,1\n", "s.csv:1: this is not text but a binary file"},
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; ++n) {
        series_request q = request(cases[n].kind);
        q.column = cases[n].column;
        series s;
        CHECK(parse(&q, cases[n].text, &s) == SPATE_ERROR_DATA);
        CHECK_CONTAINS(spate_message(ctx), cases[n].message);
        CHECK(!s.t && !s.value);
    }
    series_request q = request(UNIT_LENGTH);
    series s;
    q.start = NAN;
    CHECK(parse(&q, "time,a\n2024-01-02T00:00Z,1\n", &s) == SPATE_ERROR_DATA);
    CHECK_CONTAINS(spate_message(ctx), "set time.start");
    CHECK(series_parse(ctx, &q, "time,a\n0,1\0\n", 12, &s) == SPATE_ERROR_DATA);
    CHECK_CONTAINS(spate_message(ctx), "binary");
}

static void series_must_cover_the_run(void)
{
    const char *text = "time [h],level\n1,0\n5,1\n";
    series_request q = request(UNIT_LENGTH);
    series s;
    q.cover_from = 3600;
    q.cover_to = 5 * 3600;
    CHECK(parse(&q, text, &s) == SPATE_OK);
    series_free(&s);
    q.cover_to = 6 * 3600;
    CHECK(parse(&q, text, &s) == SPATE_ERROR_DATA);
    CHECK_CONTAINS(spate_message(ctx),
                   "covers 2024-01-02T01:00:00Z to 2024-01-02T05:00:00Z, the run "
                   "needs 2024-01-02T01:00:00Z to 2024-01-02T06:00:00Z");
    CHECK_CONTAINS(spate_message(ctx), "or write hold: last");
    q.hold_last = 1;
    CHECK(parse(&q, text, &s) == SPATE_OK);
    series_free(&s);
    q.cover_from = 0;
    CHECK(parse(&q, text, &s) == SPATE_ERROR_DATA); /* nothing holds before the first value */
    CHECK(strstr(spate_message(ctx), "hold: last") == NULL);
    q.cover_from = 3600;
    q.hold_last = 0;
    q.hold = 1;
    CHECK(parse(&q, text, &s) == SPATE_OK);
    series_free(&s);
    q.cover_from = 0;
    CHECK(parse(&q, text, &s) == SPATE_ERROR_DATA);
    q.start = NAN;
    CHECK(parse(&q, text, &s) == SPATE_ERROR_DATA);
    CHECK_CONTAINS(spate_message(ctx), "covers 3600 s to 18000 s");
}

static void garbage_ends_quickly(void)
{
    series_request q = request(UNIT_LENGTH);
    series s;
    const char *file = scratch("garbage.csv");
    FILE *f = fopen(file, "wb");
    if (!CHECK(f != NULL))
        return;
    char line[4096];
    memset(line, 'x', sizeof line);
    for (int n = 0; n < 300; ++n)
        fwrite(line, 1, sizeof line, f);
    fclose(f);
    CHECK(truncate(file, 1L << 30) == 0); /* a gigabyte, most of it a hole */
    q.file = file;
    CHECK(series_read(ctx, &q, &s) == SPATE_ERROR_DATA);
    CHECK_CONTAINS(spate_message(ctx), "a line of more than 1 MB");
    q.file = "/dev/zero";
    CHECK(series_read(ctx, &q, &s) == SPATE_ERROR_DATA);
    CHECK_CONTAINS(spate_message(ctx), "binary");
    q.file = "/dev/urandom";
    CHECK(series_read(ctx, &q, &s) == SPATE_ERROR_DATA);
    q.file = "/tmp";
    CHECK(series_read(ctx, &q, &s) == SPATE_ERROR_DATA);
    q.file = scratch("absent.csv");
    CHECK(series_read(ctx, &q, &s) == SPATE_ERROR_DATA);
    CHECK_CONTAINS(spate_message(ctx), "No such file");
}

static void long_series_read_whole(void)
{
    const char *file = scratch("long.csv");
    FILE *f = fopen(file, "w");
    if (!CHECK(f != NULL))
        return;
    fputs("time,level [m]\n", f);
    for (int n = 0; n < 200000; ++n)
        fprintf(f, "%d,%.3f\n", n, n * 0.001);
    fclose(f);
    series_request q = request(UNIT_LENGTH);
    q.file = file;
    series s;
    CHECK(series_read(ctx, &q, &s) == SPATE_OK);
    CHECK(s.count == 200000 && s.value[199999] == 199.999 && s.t[100000] == 100000);
    series_free(&s);
}

static void tables_keep_text_apart(void)
{
    table t;
    const char *text = "class,name,manning [s/m1/3]\n1,forest,0.1\n2,\"grass, cut\",0.035\n";
    if (!CHECK(table_parse(ctx, "t.csv", text, strlen(text), &t) == SPATE_OK)) {
        printf("  %s\n", spate_message(ctx));
        return;
    }
    CHECK(t.rows == 2 && t.columns == 3 && strcmp(t.names[2], "manning") == 0);
    CHECK(strcmp(t.units[2], "s/m1/3") == 0 && strcmp(t.units[0], "") == 0);
    CHECK(t.values[0] == 1 && isnan(t.values[1]) && t.values[5] == 0.035);
    table_free(&t);
    text = "level,discharge\n1,2\n2,three\n";
    CHECK(table_parse(ctx, "t.csv", text, strlen(text), &t) == SPATE_ERROR_DATA);
    CHECK_CONTAINS(spate_message(ctx), "t.csv:3: \"three\" is not a number");
    CHECK(table_read(ctx, scratch_file("r.csv", "1 2\n3 4\n"), &t) == SPATE_OK);
    CHECK(t.rows == 2 && t.columns == 2 && strcmp(t.names[0], "") == 0 && t.values[3] == 4);
    table_free(&t);
}

static void monai_reads_where_it_is(void)
{
    const char *folder = getenv("SPATE_DATA");
    char file[4096];
    snprintf(file, sizeof file, "%s/monai/input_wave.txt", folder ? folder : "data");
    if (access(file, R_OK) != 0) {
        printf("  skipped: no %s (set SPATE_DATA)\n", file);
        return;
    }
    series_request q = request(UNIT_LENGTH);
    series s;
    q.file = file;
    if (!CHECK(series_read(ctx, &q, &s) == SPATE_OK))
        printf("  %s\n", spate_message(ctx));
    CHECK(s.count > 400 && s.t[0] == 0 && s.t[1] == 0.05 && s.value[0] == -1.19e-5);
    series_free(&s);
    strcpy(strrchr(file, '/'), "/gauges_5_7_9.txt");
    q.column = "ch7";
    if (!CHECK(series_read(ctx, &q, &s) == SPATE_OK))
        printf("  %s\n", spate_message(ctx));
    CHECK(s.count > 400 && s.value[0] == -0.115 * 0.01);
    series_free(&s);
}

/* Clocks in London: forward at 01:00 on 2024-03-31, back at 02:00 (summer time) on 2024-10-27. */
static void dates_without_a_zone_are_those_of_the_request(void)
{
    series_request q = request(UNIT_LENGTH);
    series s;
    q.zone = "+01:00";
    if (!CHECK(
            reads(&q, "time,level\n2024-01-02 01:00,1\n2024-01-02T01:00Z,2\n2024-01-03,3\n", &s)))
        return;
    CHECK(s.t[0] == 0 && s.t[1] == 3600 && s.t[2] == 23 * 3600);
    series_free(&s);
    q.zone = "Europe/London";
    CHECK(date_parse("2024-10-27T00:00Z", &q.start) == DATE_OK);
    const char *autumn = "time,level\n2024-10-27 00:30,0\n2024-10-27 01:00,1\n2024-10-27 01:30,2\n"
                         "2024-10-27 01:00,3\n2024-10-27 01:30,4\n2024-10-27 02:00,5\n";
    if (!CHECK(reads(&q, autumn, &s)))
        return;
    for (int n = 0; n < s.count; ++n)
        CHECK(s.t[n] == 1800 * (n - 1));
    series_free(&s);
    CHECK(reads(&q, "time,level\n2024-10-27 01:30,1\n2024-10-27 02:30,2\n", &s));
    CHECK(s.t[0] == 1800 && s.t[1] == 2.5 * 3600);
    series_free(&s);
    CHECK(parse(&q, "time,level\n2024-03-31 00:30,1\n2024-03-31 01:30,2\n", &s) ==
          SPATE_ERROR_DATA);
    CHECK_CONTAINS(spate_message(ctx),
                   "s.csv:3: \"2024-03-31 01:30\" is a time that did not exist in Europe/London");
    q.zone = "Europe/Londres";
    CHECK(parse(&q, "0,1\n", &s) == SPATE_ERROR_DATA);
    CHECK_CONTAINS(spate_message(ctx), "s.csv: the zone \"Europe/Londres\" cannot be used");
}

int main(void)
{
    ctx = scratch_context();
    RUN(ways_to_write_one_series_agree);
    RUN(columns_are_chosen_by_name_and_shifted);
    RUN(wrong_series_are_refused_with_their_line);
    RUN(series_must_cover_the_run);
    RUN(garbage_ends_quickly);
    RUN(dates_without_a_zone_are_those_of_the_request);
    RUN(long_series_read_whole);
    RUN(tables_keep_text_apart);
    RUN(monai_reads_where_it_is);
    spate_context_destroy(ctx);
    return check_done();
}
