// A case file, step by step, with the largest depth every ten minutes. Its argument is a case:
//     c++ run_case.cpp -o run_case $(pkg-config --cflags --libs spate) && ./run_case valley.yaml
#include <spate/case.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <vector>

static spate_context *ctx;

static void check(spate_status status)
{
    if (status != SPATE_OK)
        throw std::runtime_error(spate_message(ctx));
}

static void run(const char *file)
{
    spate_case *c = nullptr;
    spate_case_options options;
    spate_case_options_default(&options);
    options.results = SPATE_RESULTS_NONE;
    check(spate_case_open(ctx, file, &options, &c));
    spate_case_info info;
    check(spate_case_get_info(c, &info));
    std::vector<double> depth(info.nx * info.ny);
    spate_array out = {};
    out.values = depth.data();
    out.precision = 64;
    while (spate_case_time(c) < info.duration) {
        check(spate_case_advance(c, std::min(spate_case_time(c) + 600, info.duration)));
        check(spate_get_array(spate_case_sim(c), SPATE_DEPTH, &out));
        std::printf("%6.0f s: %.2f m\n", spate_case_time(c),
                    *std::max_element(depth.begin(), depth.end()));
    }
    spate_case_close(c);
}

int main(int argc, char **argv)
try {
    if (argc != 2 || spate_context_create(&ctx) != SPATE_OK)
        return 2;
    run(argv[1]);
    spate_context_destroy(ctx);
} catch (const std::exception &e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
}
