#!/usr/bin/env ruby
# Tests of the quality tools: small trees and reports that are wrong in one known way each, and the
# tools must say so; and good ones, where they must be silent.
require "fileutils"
require "json"
require "open3"
require "rbconfig"
require "tmpdir"

TOOLS = File.expand_path("../tools", __dir__)
STYLE = File.expand_path("../../.clang-format", __dir__)

$failed = 0

def check(name, condition, detail = nil)
  puts "#{condition ? "ok" : "not ok"} #{name}"
  return if condition

  $failed += 1
  puts detail.to_s.gsub(/^/, "    ") if detail
end

def write(root, files)
  files.each do |name, text|
    path = File.join(root, name)
    FileUtils.mkdir_p(File.dirname(path))
    File.write(path, text)
  end
end

# Runs a tool; returns what it printed and whether it succeeded.
def tool(name, *arguments, env: {})
  output, status = Open3.capture2e({ "CEEDLING" => nil }.merge(env), RbConfig.ruby,
                                   File.join(TOOLS, name), *arguments)
  [output, status.success?]
end

def report(root, name)
  JSON.parse(File.read(File.join(root, "build", "reports", "#{name}.json")))
end

GOOD_TREE = {
  "inc/hem/types.h" => <<~C,
    /* Not a finding: malloc, double, 1.0 in a comment. */
    #ifndef HEM_TYPES_H
    #define HEM_TYPES_H
    #include <stdint.h>
    #ifdef __cplusplus
    extern "C" {
    #endif
    uint32_t hem_good(uint32_t a, float b);
    #ifdef __cplusplus
    }
    #endif
    #endif
  C
  "inc/hem/hem.h" => <<~C,
    #ifndef HEM_HEM_H
    #define HEM_HEM_H
    #include "hem/types.h"
    #endif
  C
  "src/base/step.h" => <<~C,
    #ifndef HEM_BASE_STEP_H
    #define HEM_BASE_STEP_H
    #include "hem/types.h"
    static inline uint32_t hem_step_up(uint32_t a)
    {
        return a + 1u;
    }
    #endif
  C
  "src/base/good.c" => <<~C
    #include "base/step.h"

    static const char *const text[2] = {"malloc(1.0)", "double"};

    uint32_t hem_good(uint32_t a, float b)
    {
        return hem_step_up(a) + (b > 1.5e3f ? 0x1Eu : 0u) + (uint8_t)text[a & 1u][0];
    }
  C
}.freeze

BAD_FILES = {
  "src/base/heap.c" => <<~C,
    #include "hem/types.h"
    #include <stdlib.h>
    void *hem_heap(uint32_t a);
    void *hem_heap(uint32_t a)
    {
        return malloc(a);
    }
  C
  "src/base/wide.c" => <<~C,
    #include "hem/types.h"
    float hem_wide(float a);
    float hem_wide(float a)
    {
        double b = (double)a + 1.25;
        return (float)(b * b);
    }
  C
  "src/base/libm.c" => <<~C,
    float hem_libm(float a);
    float sinf(float a);
    float hem_libm(float a)
    {
        return sinf(a);
    }
  C
  "src/base/again.c" => <<~C,
    #include "hem/types.h"
    uint32_t hem_even(uint32_t a);
    uint32_t hem_odd(uint32_t a);
    uint32_t hem_even(uint32_t a)
    {
        return a == 0 ? 1u : hem_odd(a - 1u);
    }
    uint32_t hem_odd(uint32_t a)
    {
        return a == 0 ? 0u : hem_even(a - 1u);
    }
  C
  "src/base/frame.c" => <<~C,
    #include "hem/types.h"
    uint8_t hem_frame(uint32_t a);
    uint8_t hem_frame(uint32_t a)
    {
        volatile uint8_t large[2000];
        large[a] = 1;
        return large[a / 2];
    }
  C
  "src/base/low.c" => "#include \"mesh/high.h\"\n\nuint32_t hem_low(void);\nuint32_t hem_low(void)\n{\n    return HEM_HIGH;\n}\n",
  "src/mesh/high.h" => "#ifndef HEM_HIGH_H\n#define HEM_HIGH_H\n#include <stdint.h>\n#define HEM_HIGH 3u\n#endif\n",
  "src/base/counter.c" => <<~C,
    #include "hem/types.h"
    uint32_t hem_counter(void);
    uint32_t hem_counter(void)
    {
        static uint32_t calls;
        return ++calls;
    }
  C
  "src/base/level.c" => <<~C,
    #include "hem/types.h"
    extern uint32_t hem_level;
    uint32_t hem_level = 7;
  C
  "src/base/prefix.c" => <<~C,
    int without_prefix(int a);
    int without_prefix(int a)
    {
        return a;
    }
  C
  "src/base/pointer.c" => <<~C,
    int hem_pointer(int (*call)(int), int a);
    int hem_pointer(int (*call)(int), int a)
    {
        return call(a);
    }
  C
  "src/base/narrowing.c" => <<~C,
    #include "hem/types.h"
    uint8_t hem_narrowing(uint32_t a);
    uint8_t hem_narrowing(uint32_t a)
    {
        return a;
    }
  C
  "src/base/variable.c" => <<~C,
    #include "hem/types.h"
    uint8_t hem_variable(uint32_t a);
    uint8_t hem_variable(uint32_t a)
    {
        volatile uint8_t room[a];
        room[0] = 1;
        return room[a - 1];
    }
  C
  "src/base/lanes.c" => <<~C,
    #if defined(__SSE2__)
    #include <emmintrin.h>
    float hem_lanes(float a);
    float hem_lanes(float a)
    {
        return _mm_cvtss_f32(_mm_set_ss(a));
    }
    #else
    extern int hem_lanes;
    #endif
  C
  "src/base/gnu.c" => <<~C,
    int hem_gnu(int a) __attribute__((const));
    int hem_gnu(int a)
    {
        return ({ a + __builtin_abs(a); });
    }
  C
  "src/base/unset.c" => <<~C,
    int hem_unset(const int *from);
    int hem_unset(const int *from)
    {
        int value = *from;
        if (from == 0) {
            return 0;
        }
        return value;
    }
  C
  "src/mesh/heap.c" => "extern int hem_same_name;\n",
  "src/base/crooked.c" => "int   hem_crooked( int a );\nint hem_crooked(int a) { return a; }\n",
  "src/base/tabs.c" => "extern int hem_tabs; \n\textern int hem_more;\n",
  "src/base/endless.c" => "extern int hem_endless;\n" * 700,
  "src/base/unfinished.c" => "/* TO" + "DO: all of it */\nextern int hem_unfinished;\n",
  "inc/hem/needy.h" => "#ifndef HEM_NEEDY_H\n#define HEM_NEEDY_H\nuint32_t hem_needy(void);\n#endif\n",
  "inc/hem/only_c.h" => "#ifndef HEM_ONLY_C_H\n#define HEM_ONLY_C_H\nint hem_only_c(int new);\n#endif\n",
  "docs/GUIDE.md" => "Unpack it in /ho" + "me/someone/hem.\n"
}.freeze

# The line of a check, and the findings below it.
def part(output, name)
  output[/^#{Regexp.escape(name)} +\d+ .*\n(?:    .*\n)*/] || ""
end

def finds(output, name, *patterns)
  section = part(output, name)
  patterns.each do |pattern|
    check("lint: #{name} finds #{pattern.source.delete("\\")}", section.include?("FAILED") && section.match?(pattern), section)
  end
end

def test_lint(folder)
  root = File.join(folder, "good")
  write(root, GOOD_TREE.merge(".clang-format" => File.read(STYLE)))
  output, ok = tool("lint.rb", "--root", root)
  check("lint: a good tree is clean", ok && output.lines.last.match?(/checks clean; deepest call path \d+ bytes/), output)
  check("lint: its report says so", report(root, "lint")["failed"].zero?)
  valid, = tool("check_reports.rb", File.join(root, "build", "reports"))
  check("lint: its report is valid", valid.include?("all valid"), valid)

  test_bad_tree(folder)

  root = File.join(folder, "broken")
  write(root, GOOD_TREE.merge(".clang-format" => File.read(STYLE), "src/base/broken.c" => "int hem_broken(\n"))
  output, ok = tool("lint.rb", "--root", root)
  check("lint: what does not compile fails", !ok && part(output, "warnings gcc").include?("src/base/broken.c"), output)
  check("lint: and is not passed over later", part(output, "mutable sections").include?("does not compile") &&
                                             part(output, "recursion").include?("does not compile"), output)

  output, ok = tool("lint.rb", "--root", root, env: { "PATH" => folder })
  check("lint: a missing tool is named with its package",
        !ok && output.include?("cppcheck is missing: install the Debian package cppcheck"), output)
end

def test_bad_tree(folder)
  root = File.join(folder, "bad")
  write(root, GOOD_TREE.merge(BAD_FILES, ".clang-format" => File.read(STYLE)))
  output, ok = tool("lint.rb", "--root", root)
  check("lint: a bad tree fails", !ok && output.lines.last.include?("FAILED"), output)
  check("lint: its report counts the checks", report(root, "lint")["failed"].positive?)
  finds(output, "warnings gcc", /narrowing\.c:5/, /variable\.c:5.*vla/, /gnu\.c.*pedantic/)
  finds(output, "warnings clang", /narrowing\.c:5/)
  finds(output, "headers alone", /needy\.h/, /only_c\.h.*\n?.*g\+\+/)
  finds(output, "cppcheck", /unset\.c/)
  finds(output, "format", /crooked\.c/)
  finds(output, "forbidden words", /heap\.c:6: heap: malloc/, /heap\.c:2: header <stdlib\.h>/,
        /wide\.c:5: double: double/, /wide\.c:5: double literal: 1\.25/, /libm\.c:5: libm: sinf/,
        /lanes\.c:6: intrinsic: _mm_set_ss/, /gnu\.c:1: GNU syntax: __attribute__/,
        /gnu\.c:4: compiler builtin/)
  finds(output, "layers", /low\.c:1: layer base includes "mesh\/high\.h"/)
  finds(output, "mutable sections", /counter\.c: 4 bytes of \.bss.*calls/, /level\.c: 4 bytes of \.data/)
  finds(output, "foreign symbols", /heap\.c: needs malloc/, /libm\.c: needs sinf/, /wide\.c: needs __aeabi_dmul/)
  finds(output, "exported names", /without_prefix/)
  finds(output, "recursion", /hem_even > hem_odd > hem_even/)
  finds(output, "indirect calls", /pointer\.c.*hem_pointer/)
  finds(output, "stack x86-64", /hem_frame has a frame of \d+ bytes/, /hem_variable has a frame of variable size/)
  finds(output, "stack cortex-m7", /hem_frame has a frame of \d+ bytes/)
  finds(output, "hem.h", /needy\.h/)
  finds(output, "unique names", /heap\.c is also the name of/)
  finds(output, "tidy", /tabs\.c:2: tab/, /tabs\.c:1: blanks/, /endless\.c: 700 lines/)
  finds(output, "left-overs", /unfinished\.c:1/)
  finds(output, "machine paths", /GUIDE\.md:1/)

  table = { "test/tools/lint/indirect_calls.txt" => "# caller: targets\nhem_pointer: hem_frame\nhem_gone: hem_frame\n" }
  write(root, table)
  output, = tool("lint.rb", "--root", root, "--only", "indirect calls")
  check("lint: the table of indirect calls explains them", !output.include?("hem_pointer calls through"), output)
  check("lint: and is found stale", output.include?("hem_gone calls nothing through a pointer"), output)
end

def test_check_reports(folder)
  output, ok = tool("check_reports.rb", File.join(folder, "nowhere"))
  check("check-reports: no report at all fails with a hint", !ok && output.include?("make test"), output)

  good = { schema: 1, command: "make test", target: "x", failed: 0,
           rows: [{ suite: "a", passed: 1, failed: 0, seconds: 0.5 }] }
  row = good[:rows].first
  hash_row = { target: "t", scene: "s", phase: "p", hash: "0123456789abcdef", equal: true }
  cases = {
    "a good report" => ["test", good, true],
    "a report of another name" => ["other", good.merge(rows: [{ a: 1 }]), true],
    "a failure that its rows show" => ["test", good.merge(failed: 2, rows: [row.merge(failed: 2)]), true],
    "good hashes" => ["portability", good.merge(rows: [hash_row]), true],
    "another schema" => ["test", good.merge(schema: 2), false],
    "no target" => ["test", good.merge(target: ""), false],
    "no rows" => ["test", good.merge(rows: []), false],
    "a missing key" => ["test", good.merge(rows: [row.reject { |key,| key == :seconds }]), false],
    "a number as text" => ["test", good.merge(rows: [row.merge(seconds: "0.5")]), false],
    "a negative count" => ["test", good.merge(rows: [row.merge(passed: -1)]), false],
    "a hidden failure" => ["test", good.merge(rows: [row.merge(failed: 1)]), false],
    "a failure that no row shows" => ["test", good.merge(failed: 1), false],
    "a short hash" => ["portability", good.merge(rows: [hash_row.merge(hash: "1234")]), false],
    "an unequal hash that did not fail" => ["portability", good.merge(rows: [hash_row.merge(equal: false)]), false],
    "a list in a row" => ["other", good.merge(rows: [{ a: [1] }]), false]
  }
  cases.each_with_index do |(name, (file, content, valid)), index|
    place = File.join(folder, "reports#{index}")
    write(place, "#{file}.json" => JSON.generate(content))
    output, ok = tool("check_reports.rb", place)
    check("check-reports: #{name} is #{valid ? "valid" : "refused"}", ok == valid, output)
  end
  write(folder, "reports/test.json" => "{\"schema\":1,")
  output, ok = tool("check_reports.rb", File.join(folder, "reports"))
  check("check-reports: half a file is refused", !ok, output)
end

# Stands in for Ceedling: leaves the given results and ends with the given status.
def fake_ceedling(root, results, status)
  lines = results.map do |name, (passed, failed)|
    <<~SH
      cat > build/ceedling/test/results/#{name}.#{failed.zero? ? "pass" : "fail"} <<'END'
      ---
      :source:
        :file: test/base/#{name}.c
      :failures: #{failed.zero? ? "[]" : "\n- :test: test_one\n  :line: 3\n  :message: Expected 1 Was 2"}
      :counts:
        :total: #{passed + failed}
        :passed: #{passed}
        :failed: #{failed}
        :ignored: 0
      :time: 0.25
      END
    SH
  end
  write(root, "ceedling.sh" => "mkdir -p build/ceedling/test/results\n#{lines.join}exit #{status}\n")
  results.each_key { |name| write(root, "test/base/#{name}.c" => "\n") }
  { "CEEDLING" => "sh ceedling.sh" }
end

def test_run_tests(folder)
  root = File.join(folder, "passing")
  env = fake_ceedling(root, { "test_a" => [3, 0], "test_b" => [2, 0] }, 0)
  write(root, "test/integration/one.sh" => "echo ok first\necho ok second\n")
  output, ok = tool("run_tests.rb", "--root", root, env: env)
  check("test: passing suites pass", ok && output.lines.last == "7 passed, 0 failed\n", output)
  suites = report(root, "test")["rows"].map { |row| row["suite"] }
  check("test: every suite is in the report", suites == %w[base/test_a base/test_b integration/one], suites)
  valid, = tool("check_reports.rb", File.join(root, "build", "reports"))
  check("test: its report is valid", valid.include?("all valid"), valid)

  write(root, "test/base/test_forgotten.c" => "\n")
  output, ok = tool("run_tests.rb", "--root", root, env: env)
  check("test: a suite that did not run fails", !ok && output.include?("base/test_forgotten"), output)

  root = File.join(folder, "failing")
  env = fake_ceedling(root, { "test_a" => [3, 0], "test_b" => [1, 2] }, 1)
  output, ok = tool("run_tests.rb", "--root", root, env: env)
  check("test: failing suites fail", !ok && output.lines.last == "4 passed, 2 failed\n", output)
  check("test: and say where", output.include?("test_one:3: Expected 1 Was 2"), output)

  scripts = { "a line not ok" => "echo ok one\necho not ok two\n", "an error" => "echo ok one\nexit 3\n",
              "silence" => "exit 0\n" }
  scripts.each_with_index do |(name, text), index|
    root = File.join(folder, "script#{index}")
    env = fake_ceedling(root, { "test_a" => [1, 0] }, 0)
    write(root, "test/integration/it.sh" => text)
    output, ok = tool("run_tests.rb", "--root", root, env: env)
    check("test: a script with #{name} fails", !ok && output.lines.last.end_with?(" 1 failed\n"), output)
  end

  root = File.join(folder, "empty")
  output, ok = tool("run_tests.rb", "--root", root, env: fake_ceedling(root, {}, 0))
  check("test: nothing at all fails", !ok && output.lines.last == "0 passed, 0 failed\n", output)
  root = File.join(folder, "crashed")
  output, ok = tool("run_tests.rb", "--root", root, env: fake_ceedling(root, {}, 1))
  check("test: a build that breaks fails", !ok && output.lines.last == "0 passed, 1 failed\n", output)
end

COVERED = <<~C
  #include "base/covered.h"
  int hem_covered(int a)
  {
      HEM_ASSERT(a < 100);
      if (a > 3) {
          return 1;
      }
      return hem_twice(a);
  }
C

COVERED_HEADER = <<~C
  #define HEM_ASSERT(condition) ((condition) ? (void)0 : hem_stop())
  void hem_stop(void);
  int hem_covered(int a);
  static inline int hem_twice(int a)
  {
      return 2 * a;
  }
  static inline int hem_thrice(int a)
  {
      return 3 * a;
  }
C

def coverage_of(folder, name, calls, header)
  root = File.join(folder, name)
  write(root, "src/base/covered.c" => COVERED, "src/base/covered.h" => header,
              "main.c" => "#include \"base/covered.h\"\nvoid hem_stop(void)\n{\n}\nint main(void)\n{\n    return #{calls};\n}\n",
              "ceedling.sh" => <<~SH)
                set -e
                out=build/ceedling/gcov/out
                mkdir -p $out
                gcc -O0 --coverage -fkeep-inline-functions -Isrc -c src/base/covered.c -o $out/covered.o
                gcc -O0 --coverage -fkeep-inline-functions -Isrc -c main.c -o $out/main.o
                gcc --coverage $out/covered.o $out/main.o -o $out/main
                $out/main || true
              SH
  output, ok = tool("coverage.rb", "--root", root, env: { "CEEDLING" => "sh ceedling.sh" })
  [root, output, ok]
end

def test_coverage(folder)
  used = COVERED_HEADER.sub(/static inline int hem_thrice.*/m, "")
  root, output, ok = coverage_of(folder, "full", "hem_covered(1) + hem_covered(9)", used)
  check("coverage: all of it passes, asserts aside", ok && output.lines.last.include?("100.0 % of lines"), output)
  rows = report(root, "coverage")["rows"]
  check("coverage: headers count", rows.map { |row| row["file"] } == %w[src/base/covered.c src/base/covered.h], rows)
  valid, = tool("check_reports.rb", File.join(root, "build", "reports"))
  check("coverage: its report is valid", valid.include?("all valid"), valid)

  _, output, ok = coverage_of(folder, "half", "hem_covered(1)", used)
  check("coverage: a missed branch fails with its line",
        !ok && output.include?("lines never reached: 6") && output.lines.last.include?("FAILED"), output)
  _, output, ok = coverage_of(folder, "inline", "hem_covered(1) + hem_covered(9)", COVERED_HEADER)
  check("coverage: an inline function that nothing calls counts", !ok && output.include?("src/base/covered.h"), output)
end

# In place of valgrind: leaves the profiles of two workloads, one of a count that is given.
FAKE_VALGRIND = <<~'SH'
  #!/bin/sh
  for argument; do
      case $argument in --callgrind-out-file=*) profile=${argument#*=} ;; esac
  done
  printf 'desc: Trigger: Client Request: first thing\ntotals: 5000\n' >"$profile.1"
  printf 'desc: Trigger: Client Request: second\ntotals: %s\n' "$SECOND" >"$profile.2"
  printf 'desc: Trigger: Program termination\ntotals: 0\n' >"$profile.3"
  echo "$COMPILER"
SH

# Whether it passes, with a workload of so many instructions beside 1000 that are kept.
def instructions_of(root, second, compiler: "this compiler", update: [])
  env = { "PATH" => "#{root}:#{ENV.fetch("PATH")}", "SECOND" => second.to_s, "COMPILER" => compiler }
  tool("instructions.rb", "program", "--root", root, *update, env: env)
end

def test_instructions(root)
  write(root, "valgrind" => FAKE_VALGRIND, "test/bench/README" => "kept beside this\n")
  File.chmod(0o755, File.join(root, "valgrind"))
  output, ok = instructions_of(root, 1000)
  check("instructions: what is not kept is not compared", ok && output.include?("informs only"), output)
  output, ok = instructions_of(root, 1000, update: ["--update"])
  check("instructions: counts are kept", ok && output.include?("2 counts"), output)
  { 1000 => true, 1030 => true, 1031 => false, 500 => true }.each do |second, expected|
    output, ok = instructions_of(root, second)
    check("instructions: #{second} of 1000 #{expected ? "pass" : "fail"}", ok == expected, output)
    valid, = tool("check_reports.rb", File.join(root, "build", "reports"))
    check("instructions: the report of #{second} is valid", valid.include?("all valid"), valid)
  end
  output, ok = instructions_of(root, 2000, compiler: "another compiler")
  check("instructions: with another compiler they inform", ok && output.include?("SLOWER"), output)
  kept = File.join(root, "test/bench/instructions.txt")
  File.write(kept, File.read(kept).lines.grep_v(/second/).join)
  output, ok = instructions_of(root, 1000)
  check("instructions: a workload that is not kept fails", !ok && output.include?("not kept"), output)
end

Dir.mktmpdir("hem-tools") do |folder|
  { "lint" => :test_lint, "reports" => :test_check_reports, "run" => :test_run_tests,
    "coverage" => :test_coverage, "instructions" => :test_instructions }.each { |name, test| send(test, File.join(folder, name)) }
end
exit($failed.zero? ? 0 : 1)
