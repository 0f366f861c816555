// `make peers`: all competitors over the same frames, in one process on one core.
//
//     bench_peers REPORT.json [rounds [scene [peer]]]
//
// A round takes one competitor after the other through all frames of a scene, so that a slow moment
// of the machine meets all alike, and a competitor's own memory is as warm as in a simulation.
// Reported are, for each frame the median over the rounds, averaged over the frames.
#include "bench/peers/peer_heap.h"
#include "bench/peers/peer_narrow.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sched.h>
#include <string>
#include <time.h>
#include <vector>

namespace
{

struct row {
    std::string scene, name;
    double update_ms = 0.0, query_ms = 0.0;
    uint64_t candidates = 0, pairs = 0, hash = 0;
    unsigned long long allocations = 0;
    long long bytes = 0;
    bool agrees = true;
    double ratio = 1.0;

    double total() const
    {
        return update_ms + query_ms;
    }
};

struct contestant {
    const peer *who;
    void *self;
    bool timed; // else it only says which pairs are right
    row result;
    std::vector<std::vector<double>> update, query; // by frame, then by round
};

// Time of the processor for all threads of this process: whatever else the machine does does not
// count, and a thread that someone starts does.
double milliseconds()
{
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

bool pair_less(const hem_pair &a, const hem_pair &b)
{
    return a.first != b.first ? a.first < b.first : a.second < b.second;
}

bool pair_equal(const hem_pair &a, const hem_pair &b)
{
    return a.first == b.first && a.second == b.second;
}

uint64_t hash_pairs(const std::vector<hem_pair> &pairs, uint64_t hash)
{
    for (const hem_pair &pair : pairs) {
        hash = (hash ^ pair.first) * 0x9E3779B97F4A7C15u;
        hash = (hash ^ (hash >> 29) ^ pair.second) * 0xBF58476D1CE4E5B9u;
    }
    return hash ^ (hash >> 32);
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

double mean_of_medians(const std::vector<std::vector<double>> &frames)
{
    double sum = 0.0;
    for (const auto &frame : frames) {
        sum += median(frame);
    }
    return sum / static_cast<double>(frames.size());
}

// Nearness is decided in floating point. A pair whose distance is epsilon to within this part of it
// may count as either.
const double undecided = 1e-5;

bool may_differ(const peer_scene *scene, const hem_vec3 *at, hem_pair pair)
{
    if (scene->epsilon <= 0.0f) {
        return false;
    }
    const uint32_t *ta = scene->triangles + 3u * static_cast<size_t>(pair.first);
    const uint32_t *tb = scene->triangles + 3u * static_cast<size_t>(pair.second);
    const hem_vec3 *const a[3] = {at + ta[0], at + ta[1], at + ta[2]};
    const hem_vec3 *const b[3] = {at + tb[0], at + tb[1], at + tb[2]};
    double low = static_cast<double>(scene->epsilon) * (1.0 - undecided);
    double high = static_cast<double>(scene->epsilon) * (1.0 + undecided);
    return !peer_triangles_near(a, b, low, low * low) &&
           peer_triangles_near(a, b, high, high * high);
}

bool same_set(const peer_scene *scene, const hem_vec3 *at, const std::vector<hem_pair> &a,
              const std::vector<hem_pair> &b)
{
    std::vector<hem_pair> different;
    std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(),
                                  std::back_inserter(different), pair_less);
    return std::all_of(different.begin(), different.end(),
                       [&](hem_pair pair) { return may_differ(scene, at, pair); });
}

struct arena {
    std::vector<hem_pair> room = std::vector<hem_pair>(4000000);

    peer_pairs empty()
    {
        return {room.data(), 0, room.size(), 0};
    }
};

// The sorted pairs of a frame, as one competitor finds them; each must come once.
std::vector<hem_pair> pairs_of(contestant &c, const hem_vec3 *at, arena &memory)
{
    peer_pairs out = memory.empty();
    c.who->update(c.self, at);
    c.who->query(c.self, &out);
    if (out.count > out.capacity) {
        std::fprintf(stderr, "%s: %zu pairs do not fit\n", c.who->name, out.count);
        std::exit(2);
    }
    std::vector<hem_pair> pairs(out.pairs, out.pairs + out.count);
    std::sort(pairs.begin(), pairs.end(), pair_less);
    if (std::adjacent_find(pairs.begin(), pairs.end(), pair_equal) != pairs.end()) {
        c.result.agrees = false;
    }
    c.result.candidates += out.candidates;
    c.result.pairs += out.count;
    c.result.hash = hash_pairs(pairs, c.result.hash);
    return pairs;
}

void compare(std::vector<contestant> &field, const peer_scene *scene, arena &memory)
{
    for (uint32_t f = 0; f < scene->frame_count; f++) {
        std::vector<hem_pair> reference;
        for (size_t i = 0; i < field.size(); i++) {
            std::vector<hem_pair> pairs = pairs_of(field[i], scene->frames[f], memory);
            if (i == 0) {
                reference = pairs;
            } else if (!same_set(scene, scene->frames[f], reference, pairs)) {
                field[i].result.agrees = false;
            }
        }
    }
    for (contestant &c : field) {
        c.result.candidates /= scene->frame_count;
        c.result.pairs /= scene->frame_count;
    }
}

void run_frames(contestant &c, const peer_scene *scene, uint32_t round, arena &memory)
{
    peer_pairs out = memory.empty();
    c.who->update(c.self, scene->frames[scene->frame_count - 1u]); // warms up; not counted
    c.who->query(c.self, &out);
    unsigned long long before = peer_heap_now().allocations;
    for (uint32_t f = 0; f < scene->frame_count; f++) {
        out = memory.empty();
        double start = milliseconds();
        c.who->update(c.self, scene->frames[f]);
        double middle = milliseconds();
        c.who->query(c.self, &out);
        double end = milliseconds();
        c.update[f][round] = middle - start;
        c.query[f][round] = end - middle;
    }
    c.result.allocations = (peer_heap_now().allocations - before) / scene->frame_count;
}

std::vector<contestant> enter(const peer_scene *scene, uint32_t rounds, const char *only)
{
    std::vector<contestant> field;
    for (const peer *const *who = peer_list; *who != nullptr; who++) {
        bool wanted = only == nullptr || std::strstr((*who)->name, only) != nullptr;
        if ((!wanted && who != peer_list) || ((*who)->takes != nullptr && !(*who)->takes(scene))) {
            continue;
        }
        contestant c = {*who, nullptr, wanted, {}, {}, {}};
        c.update.assign(scene->frame_count, std::vector<double>(rounds));
        c.query = c.update;
        c.result.scene = scene->name;
        c.result.name = c.who->name;
        long long before = peer_heap_now().live_bytes;
        c.self = c.who->create(scene);
        if (c.self == nullptr) {
            std::fprintf(stderr, "%s cannot do \"%s\"\n", c.who->name, scene->name);
            continue;
        }
        c.result.bytes = peer_heap_now().live_bytes - before;
        field.push_back(c);
    }
    return field;
}

// Relative to Hem where it takes part, else to the fastest.
void set_ratios(std::vector<contestant> &field)
{
    double base = 1e300;
    for (const contestant &c : field) {
        base = std::min(base, c.result.total());
    }
    for (const contestant &c : field) {
        if (c.result.name == "Hem") {
            base = c.result.total();
        }
    }
    for (contestant &c : field) {
        c.result.ratio = c.result.total() / base;
    }
}

void print_rows(const std::vector<contestant> &field, const peer_scene *scene)
{
    std::printf("\n%s: %u bodies, %u triangles, %u frames\n", scene->name, scene->body_count,
                scene->triangle_count, scene->frame_count);
    std::printf("  %-20s %10s %10s %10s %11s %9s %7s %8s %12s  %s\n", "", "update ms", "query ms",
                "total ms", "candidates", "pairs", "ratio", "allocs", "bytes", "agrees");
    for (const contestant &c : field) {
        const row &r = c.result;
        std::printf("  %-20s %10.3f %10.3f %10.3f %11llu %9llu %7.2f %8llu %12lld  %s\n",
                    r.name.c_str(), r.update_ms, r.query_ms, r.total(),
                    static_cast<unsigned long long>(r.candidates),
                    static_cast<unsigned long long>(r.pairs), r.ratio, r.allocations, r.bytes,
                    r.agrees ? "yes" : "NO");
    }
    std::fflush(stdout);
}

bool leave(const contestant &c)
{
    if (!c.timed) {
        c.who->destroy(c.self);
    }
    return !c.timed;
}

std::vector<row> run_scene(const peer_scene *scene, uint32_t rounds, const char *only,
                           arena &memory)
{
    std::vector<contestant> field = enter(scene, rounds, only);
    compare(field, scene, memory);
    for (uint32_t round = 0; round < rounds; round++) {
        for (contestant &c : field) {
            if (c.timed) {
                run_frames(c, scene, round, memory);
            }
        }
    }
    field.erase(std::remove_if(field.begin(), field.end(), leave), field.end());
    std::vector<row> rows;
    for (contestant &c : field) {
        c.result.update_ms = mean_of_medians(c.update);
        c.result.query_ms = mean_of_medians(c.query);
        if (c.who->used_bytes != nullptr) {
            c.result.bytes = static_cast<long long>(c.who->used_bytes(c.self));
        }
    }
    set_ratios(field);
    print_rows(field, scene);
    for (contestant &c : field) {
        rows.push_back(c.result);
        c.who->destroy(c.self);
    }
    return rows;
}

bool write_report(const char *path, const std::vector<row> &rows, unsigned failed)
{
    std::FILE *file = std::fopen(path, "w");
    if (file == nullptr) {
        return false;
    }
    std::fprintf(file, "{\"schema\":1,\"command\":\"make peers\",\"target\":\"%s\",\"rows\":[",
                 PEER_TARGET);
    const char *separator = "";
    for (const row &r : rows) {
        std::fprintf(file,
                     "%s\n  {\"scene\":\"%s\",\"peer\":\"%s\",\"update_ms\":%.4f,"
                     "\"query_ms\":%.4f,\"candidates\":%llu,\"pairs\":%llu,"
                     "\"pair_hash\":\"%016llx\",\"agrees\":%s,\"allocations\":%llu,"
                     "\"bytes\":%lld,\"ratio\":%.3f}",
                     separator, r.scene.c_str(), r.name.c_str(), r.update_ms, r.query_ms,
                     static_cast<unsigned long long>(r.candidates),
                     static_cast<unsigned long long>(r.pairs),
                     static_cast<unsigned long long>(r.hash), r.agrees ? "true" : "false",
                     r.allocations, std::max(r.bytes, 0LL), r.ratio);
        separator = ",";
    }
    std::fprintf(file, "\n],\"failed\":%u}\n", failed);
    return std::fclose(file) == 0;
}

// Small scenes are quick, and uneven: they get more rounds.
uint32_t rounds_for(const peer_scene *scene, uint32_t rounds)
{
    return (rounds > 0 ? rounds : 1u) * (scene->triangle_count < 10000u ? 5u : 1u);
}

void stay_on_one_core()
{
    int core = sched_getcpu();
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<size_t>(core < 0 ? 0 : core), &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0) {
        std::fprintf(stderr, "peers: cannot stay on one core; times may be uneven\n");
    }
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: bench_peers REPORT.json [rounds [scene [peer]]]\n");
        return 2;
    }
    uint32_t rounds = argc > 2 ? static_cast<uint32_t>(std::atoi(argv[2])) : 5;
    const char *only_scene = argc > 3 ? argv[3] : "";
    stay_on_one_core();
    arena memory;
    std::vector<row> rows;
    for (uint32_t i = 0; peer_scene_get(i) != nullptr; i++) {
        const peer_scene *scene = peer_scene_get(i);
        if (std::strstr(scene->name, only_scene) != nullptr) {
            std::vector<row> more =
                run_scene(scene, rounds_for(scene, rounds), argc > 4 ? argv[4] : nullptr, memory);
            rows.insert(rows.end(), more.begin(), more.end());
        }
    }
    unsigned failed = 0;
    for (const row &r : rows) {
        failed += r.agrees ? 0u : 1u;
    }
    if (!write_report(argv[1], rows, failed)) {
        std::fprintf(stderr, "peers: cannot write %s\n", argv[1]);
        return 2;
    }
    std::printf("\n%zu rows are in %s; %u do not agree.\n", rows.size(), argv[1], failed);
    return failed == 0 ? 0 : 1;
}
