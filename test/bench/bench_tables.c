/* `make tables`: the tables and figures that the papers compare trees by, made again as ratios in
 * one run, and what patches gain over the papers' trees. Prints, and writes tables.json.
 *
 *     bench_tables REPORT.json [rounds]
 *
 * Times are the shortest of some rounds in which all settings take turns; what is counted does not
 * depend on the machine. Exit status 1 when settings disagree about the pairs of a frame. */
#define _POSIX_C_SOURCE 200809L

#include "bench_tables.h"
#include "bench_target.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROWS   1200u
#define ROUNDS 5u

typedef struct row {
    char table[40], scene[48], setting[96];
    tables_cost cost;
    double work, ms;
    tables_ratio ratio;
    int holds; /* of a claim: 0 or 1; otherwise -1 */
} row;

static row rows[ROWS];
static uint32_t row_count;
static const char *table_now;
uint32_t tables_rounds = ROUNDS, tables_failed;
double tables_clock_cost;

double tables_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double look_at_clock(void)
{
    double least = 1e9;
    for (uint32_t i = 0; i < 1000u; i++) {
        double begin = tables_seconds();
        double taken = tables_seconds() - begin;
        least = taken < least ? taken : least;
    }
    return least;
}

void *tables_take(size_t count, size_t bytes)
{
    void *taken = calloc(count, bytes);
    if (taken == NULL) {
        abort();
    }
    return taken;
}

/* ---- print ---- */

void tables_title(const char *table, const char *note)
{
    table_now = table;
    printf("\n%s: %s\n", table, note);
    printf("  %-25s %-32s %9s %10s %9s %9s %8s %8s %9s %7s %7s\n", "scene", "setting", "fitted",
           "volumes", "leaves", "pairs", "update", "query", "ms", "ratio", "paper");
}

static void print_ratio(tables_ratio ratio)
{
    printf(" %7.3f", ratio.ratio);
    if (ratio.paper > 0.0) {
        printf(" %7.3f", ratio.paper);
    }
    printf("\n");
}

static row *new_row(const char *table, const char *scene, const char *setting, tables_ratio ratio)
{
    if (row_count == ROWS) {
        abort();
    }
    row *added = &rows[row_count++];
    snprintf(added->table, sizeof added->table, "%s", table);
    snprintf(added->scene, sizeof added->scene, "%s", scene);
    snprintf(added->setting, sizeof added->setting, "%s", setting);
    added->ratio = ratio;
    added->holds = -1;
    return added;
}

void tables_row(const char *scene, const char *setting, const tables_cost *cost, tables_ratio ratio)
{
    row *added = new_row(table_now, scene, setting, ratio);
    added->cost = *cost;
    added->work = (double)(cost->fitted + cost->volume_tests + cost->pair_tests);
    added->ms = tables_ms(cost);
    printf("  %-25s %-32s %9" PRIu64 " %10" PRIu64 " %9" PRIu64 " %9" PRIu64 " %8.4f %8.4f %9.4f",
           scene, setting, cost->fitted, cost->volume_tests, cost->leaf_pairs, cost->pair_tests,
           cost->update_ms, cost->query_ms, added->ms);
    print_ratio(ratio);
}

void tables_figure(const char *scene, const char *setting, double work, double ms,
                   tables_ratio ratio)
{
    row *added = new_row(table_now, scene, setting, ratio);
    added->work = work;
    added->ms = ms;
    printf("  %-25s %-32s %49.2f %18s %8.4f", scene, setting, work, "", ms);
    print_ratio(ratio);
}

void tables_claim(const char *scene, const char *claim, tables_ratio ratio, bool holds)
{
    row *added = new_row("orderings", scene, claim, ratio);
    added->holds = holds;
    printf("  %s: %s (%s): here %.2f", holds ? "holds" : "DOES NOT HOLD TODAY", claim, scene,
           ratio.ratio);
    if (ratio.paper > 0.0) {
        printf(", in the paper %.2f", ratio.paper);
    }
    printf("\n");
}

/* ---- report ---- */

static void write_row(FILE *file, const row *from)
{
    const tables_cost *cost = &from->cost;
    fprintf(file, "{\"table\":\"%s\",\"scene\":\"%s\",\"setting\":\"%s\"", from->table, from->scene,
            from->setting);
    fprintf(file, ",\"work\":%.2f,\"ms\":%.5f,\"ratio\":%.4f", from->work, from->ms,
            from->ratio.ratio);
    if (from->ratio.paper > 0.0) {
        fprintf(file, ",\"paper_ratio\":%.4f", from->ratio.paper);
    } else {
        fprintf(file, ",\"paper_ratio\":null");
    }
    if (from->holds >= 0) {
        fprintf(file, ",\"holds\":%s", from->holds > 0 ? "true" : "false");
    }
    if (cost->fitted > 0) {
        fprintf(file,
                ",\"update_ms\":%.5f,\"query_ms\":%.5f,\"fitted\":%" PRIu64
                ",\"volume_tests\":%" PRIu64 ",\"leaf_pairs\":%" PRIu64 ",\"pair_tests\":%" PRIu64
                ",\"pairs\":%" PRIu64,
                cost->update_ms, cost->query_ms, cost->fitted, cost->volume_tests, cost->leaf_pairs,
                cost->pair_tests, cost->found);
    }
    fprintf(file, "}");
}

static int write_report(const char *path)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    fprintf(file, "{\"schema\":1,\"command\":\"make tables\",\"target\":\"%s\",\"rows\":[",
            BENCH_TARGET);
    for (uint32_t i = 0; i < row_count; i++) {
        fprintf(file, "%s\n", i == 0 ? "" : ",");
        write_row(file, &rows[i]);
    }
    fprintf(file, "\n],\"failed\":%" PRIu32 "}\n", tables_failed);
    return fclose(file) == 0 ? 0 : 1;
}

int main(int argument_count, char **arguments)
{
    if (argument_count < 2) {
        fprintf(stderr, "usage: bench_tables REPORT.json [rounds]\n");
        return 2;
    }
    int asked = argument_count > 2 ? atoi(arguments[2]) : 0;
    tables_rounds = asked > 0 ? (uint32_t)asked : ROUNDS;
    tables_clock_cost = look_at_clock();
    printf("fitted, volumes, leaves, pairs: volumes fitted, volumes compared, pairs of leaves and "
           "pairs of\ntriangles looked at, a frame. Milliseconds: the shortest of %" PRIu32
           " rounds.\n",
           tables_rounds);
    tables_of_bodies();
    tables_of_sheets();
    tables_of_layers();
    tables_of_directions();
    tables_of_patches();
    printf("\n%" PRIu32 " rows in %s.\n", row_count, arguments[1]);
    if (tables_failed > 0) {
        printf("%" PRIu32 " times settings did not find the same pairs.\n", tables_failed);
    }
    int written = write_report(arguments[1]);
    return tables_failed > 0 ? 1 : written;
}
