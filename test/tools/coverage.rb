#!/usr/bin/env ruby
# `make coverage`: which lines and branches of src/ the tests reach.
#
#   coverage.rb [--root DIR] [--no-run]
#
# Runs `ceedling gcov:all` afresh and merges what every test program reached, inline functions of
# headers included. Lines with HEM_ASSERT do not count. Fails under 98 % of lines or 90 % of
# branches. --no-run only evaluates what the last run left. The report is
# build/reports/coverage.json.
require "fileutils"
require "json"
require "open3"
require_relative "report"

class Coverage
  LINES = 98.0
  BRANCHES = 90.0
  WORST = 10
  ASSERT = ".*HEM_ASSERT.*"

  FileCoverage = Struct.new(:file, :lines, :lines_hit, :branches, :branches_hit, :missed,
                            :half_taken) do
    def missing
      (lines - lines_hit) + (branches - branches_hit)
    end
  end

  def initialize(root, run)
    @root = root
    @run = run
    @build = File.join(root, "build", "ceedling", "gcov")
  end

  def run
    unless ENV["PATH"].split(File::PATH_SEPARATOR).any? { |folder| File.executable?(File.join(folder, "gcovr")) }
      puts "coverage: gcovr is missing: install the Debian package gcovr"
      return 1
    end
    tests_ok = !@run || run_tests
    files = measure
    if files.empty?
      puts "coverage: no line of src/ was measured"
      Report.write_report("coverage", "make coverage", [], 1)
      return 1
    end
    finish(files, tests_ok)
  end

  private

  # Counts of earlier runs must not add up with these, nor may objects of tests that are gone.
  def run_tests
    FileUtils.rm_rf(@build)
    ENV["HEM_TEST_SCALE"] ||= "0.25"
    log_path = File.join(@root, "build", "coverage.log")
    FileUtils.mkdir_p(File.dirname(log_path))
    command = "#{ENV["CEEDLING"] || "bundle exec ceedling"} --force-test-rerun gcov:all"
    puts "#{command}, log in build/coverage.log"
    ok = File.open(log_path, "w") do |log|
      Open3.popen2e({ "CEEDLING_DECORATORS" => "0" }, command, chdir: @root) do |input, output, thread|
        input.close
        output.each_line do |line|
          log.write(line)
          puts line if line.start_with?("Running ")
          $stdout.flush
        end
        thread.value.success?
      end
    end
    puts File.readlines(log_path, encoding: "UTF-8").last(40) unless ok
    ok
  end

  # gcovr's own data, merged over all test programs, as one entry a file.
  def measure
    return [] unless Dir.exist?(@build)

    data = File.join(@build, "merged.json")
    output, status = Open3.capture2e("gcovr", "--root", ".", "--filter", "src/", "-j", "2",
                                     "--exclude-unreachable-branches", "--exclude-throw-branches",
                                     "--exclude-lines-by-pattern", ASSERT,
                                     "--exclude-branches-by-pattern", ASSERT,
                                     "--json", data, @build, chdir: @root)
    abort "coverage: gcovr failed\n#{output}" unless status.success?

    JSON.parse(File.read(data))["files"].map { |entry| summarise(entry) }.select { |file| file.lines.positive? }
  end

  def summarise(entry)
    lines = entry["lines"].reject { |line| line["gcovr/excluded"] || line["gcovr/noncode"] }
    branches = lines.flat_map { |line| line["branches"] }
    missed = lines.reject { |line| line["count"].positive? }.map { |line| line["line_number"] }
    half_taken = lines.select { |line| line["count"].positive? && line["branches"].any? { |branch| branch["count"].zero? } }
    FileCoverage.new(entry["file"], lines.size, lines.size - missed.size, branches.size,
                     branches.count { |branch| branch["count"].positive? }, missed,
                     half_taken.map { |line| line["line_number"] })
  end

  def finish(files, tests_ok)
    lines = percent(files.sum(&:lines_hit), files.sum(&:lines))
    branches = percent(files.sum(&:branches_hit), files.sum(&:branches))
    show_worst(files)
    failed = [lines < LINES, branches < BRANCHES, !tests_ok].count(true)
    rows = files.sort_by(&:file).map { |file| file.to_h.slice(:file, :lines, :lines_hit, :branches, :branches_hit) }
    Report.write_report("coverage", "make coverage", rows, failed)
    puts "coverage: the tests themselves FAILED" unless tests_ok
    puts format("coverage: %.1f %% of lines (at least %.0f), %.1f %% of branches (at least %.0f) of src/: %s",
                lines, LINES, branches, BRANCHES, failed.zero? ? "ok" : "FAILED")
    failed.zero? ? 0 : 1
  end

  def show_worst(files)
    worst = files.select { |file| file.missing.positive? }.max_by(WORST, &:missing)
    return if worst.empty?

    width = worst.map { |file| file.file.size }.max
    puts format("\n%-#{width}s %8s %9s", "worst files", "lines", "branches")
    worst.each do |file|
      puts format("%-#{width}s %7.1f%% %8.1f%%", file.file, percent(file.lines_hit, file.lines),
                  percent(file.branches_hit, file.branches))
      puts "    lines never reached: #{ranges(file.missed)}" unless file.missed.empty?
      puts "    branches not taken both ways: #{ranges(file.half_taken)}" unless file.half_taken.empty?
    end
    puts
  end

  def percent(part, whole)
    whole.zero? ? 100.0 : 100.0 * part / whole
  end

  def ranges(numbers)
    numbers.sort.slice_when { |a, b| b != a + 1 }
           .map { |run| run.size > 1 ? "#{run.first}-#{run.last}" : run.first.to_s }.join(" ")
  end
end

if $PROGRAM_NAME == __FILE__
  root = Report::ROOT
  run = true
  until ARGV.empty?
    case ARGV.shift
    when "--root" then root = File.expand_path(ARGV.shift.to_s)
    when "--no-run" then run = false
    else abort "usage: coverage.rb [--root DIR] [--no-run]"
    end
  end
  Report.of_tree(root)
  exit Coverage.new(root, run).run
end
