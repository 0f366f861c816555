#!/usr/bin/env ruby
# Tests of `make fuzz` and `make soak`: both find nothing in a short run, say the same for the same
# seed, and fail as they should on a program that is wrong.
require "fileutils"
require "json"
require "open3"
require "rbconfig"
require "tmpdir"

ROOT = File.expand_path("../..", __dir__)
REPORTS = File.join(ROOT, "build", "reports")

$failed = 0

def check(name, condition, detail = nil)
  puts "#{condition ? "ok" : "not ok"} #{name}"
  return if condition

  $failed += 1
  puts detail.to_s.gsub(/^/, "    ") if detail
end

def run(*command)
  output, status = Open3.capture2e(*command, chdir: ROOT)
  [output, status.success?]
end

def tool(name, *arguments)
  run(RbConfig.ruby, File.join(ROOT, "test", "tools", name), *arguments)
end

def report(folder, name)
  JSON.parse(File.read(File.join(folder, "build", "reports", "#{name}.json")))
end

# Reports of longer runs stay as they are.
def keeping_reports(*names)
  kept = names.to_h { |name| [File.join(REPORTS, "#{name}.json"), nil] }
  kept.each_key { |path| kept[path] = File.read(path) if File.exist?(path) }
  yield
ensure
  kept.each { |path, text| File.write(path, text) if text }
end

def test_soak
  output, ok = run("make", "-s", "soak", "SECONDS=1", "SEED=1")
  check("soak: a short run misses nothing", ok && output.include?("nothing missed"), output)
  rows = report(ROOT, "soak")["rows"]
  check("soak: every set has cases", !rows.empty? && rows.all? { |row| row["cases"].positive? }, rows)
  again = Array.new(2) do
    run("make", "-s", "soak", "SECONDS=0", "SEED=7")
    report(ROOT, "soak")["rows"]
  end
  check("soak: a seed makes the same cases again", again[0] == again[1] && again[0] != rows, again)
end

def test_fuzz
  output, ok = run("make", "-s", "fuzz", "RUNS=100", "SEED=1")
  check("fuzz: a short run finds nothing", ok && output.include?("nothing found"), output)
  rows = report(ROOT, "fuzz")["rows"]
  check("fuzz: every target ran", rows.size >= 7 && rows.all? { |row| row["executions"] >= 100 }, rows)
  output, ok = tool("check_reports.rb")
  check("fuzz and soak: their reports are valid", ok || !output.match?(/^(fuzz|soak) .*NOT VALID/), output)
end

def program(root, name, text)
  path = File.join(root, "build", *name)
  FileUtils.mkdir_p(File.dirname(path))
  File.write(path, "#!/bin/sh\n#{text}")
  File.chmod(0o755, path)
end

# Stand-ins for the programs, which end as a finding, a miss or a crash makes them end.
def test_failures(root)
  program(root, %w[fuzz address fuzz_good], "echo stat::number_of_executed_units: 5\n")
  program(root, %w[fuzz address fuzz_bad], "echo 'a.c:1: not so: a == b'\necho 'Test unit written to here/crash-1'\nexit 77\n")
  output, ok = tool("fuzz.rb", "--root", root, "good", "bad")
  check("fuzz: a finding fails", !ok && output.include?("not so: a == b"), output)
  check("fuzz: and says how to see it again", output.include?("build/fuzz/address/fuzz_bad here/crash-1"), output)
  check("fuzz: and is in the report", report(root, "fuzz")["rows"].map { |row| row["crashes"] } == [0, 1])
  output, ok = tool("fuzz.rb", "--root", root, "missing")
  check("fuzz: what is not built fails", !ok && output.include?("not built: missing"), output)

  program(root, %w[soak soak], "echo 'again: make soak SEED=9'\nprintf 'row\\tset\\t4\\t50\\t1\\t0\\t9\\n'\nexit 1\n")
  output, ok = tool("soak.rb", "--root", root, "--seed", "9")
  check("soak: a miss fails with its seed", !ok && output.include?("SEED=9"), output)
  row = { "set" => "set", "cases" => 4, "pairs" => 50, "misses" => 1, "extras" => 0, "seed" => 9 }
  check("soak: and is in the report", report(root, "soak").values_at("rows", "failed") == [[row], 1])
  program(root, %w[soak soak], "exit 1\n")
  output, ok = tool("soak.rb", "--root", root)
  check("soak: a crash fails", !ok && report(root, "soak")["failed"] == 1, output)
end

keeping_reports("fuzz", "soak") do
  test_soak
  test_fuzz
end
Dir.mktmpdir("hem-runs") { |folder| test_failures(folder) }
exit($failed.zero? ? 0 : 1)
