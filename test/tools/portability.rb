#!/usr/bin/env ruby
# `make portability`: builds the golden program for every target, runs it, and compares its hashes
# with test/golden/expected.txt; and runs the check of each port where that port is meant to run.
#
#   portability.rb [--only PATTERN]... [--src DIR] [--out DIR] [--list] [--packages] [--update]
#
# --only x86-64-*  only the targets whose name matches; then no report is written
# --src DIR        another folder than src; then no report is written
# --out DIR        where to build, instead of build/portability
# --list           prints the names of the targets
# --packages       prints the Debian packages that the targets take
# --update         writes expected.txt anew, from the host's build without optimisation
require_relative "report"
require_relative "portability/programs"

class PortabilityRun
  ROOT = Report::ROOT
  EXPECTED = "test/golden/expected.txt".freeze
  REFERENCE = "x86-64-gcc-O0".freeze
  JOBS = 2
  PHASES = %w[clock fp-environment].freeze
  NO_HASH = ("0" * 16).freeze # in rows that have none: port checks, and what did not come

  Failed = Portability::Failed
  Outcome = Struct.new(:target, :compiler, :cases, :rows, :problems, :seconds)

  def initialize(targets, src:, out:, whole:)
    @targets = targets
    @whole = whole
    @print = Mutex.new
    @programs = Portability::Programs.new(src: src, out: out) { |text| @print.synchronize { puts text } }
  end

  def run
    @expected = read_expected
    puts format("%-18s %-31s %5s  %-9s %7s", "target", "compiler", "cases", "result", "seconds")
    outcomes = in_parallel(@targets) { |target| show(outcome(target)) }
    rows = outcomes.flat_map(&:rows)
    failed = rows.count { |row| !row[:equal] }
    Report.write_report("portability", "make portability", rows, failed) if @whole
    bad = outcomes.count { |each| !each.problems.empty? }
    puts conclusion(bad)
    bad.zero? ? 0 : 1
  end

  def update
    target = @targets.find { |each| each.name == REFERENCE }
    found = golden_hashes(target)
    File.write(EXPECTED, found.map { |line| "#{line.join(" ")}\n" }.join)
    puts "portability: #{found.size} hashes from #{REFERENCE} written to #{EXPECTED}"
    0
  rescue Failed => error
    puts error.message
    1
  end

  private

  def conclusion(bad)
    return "portability: #{bad} of #{@targets.size} targets are NOT as expected" if bad.positive?

    "portability: #{@targets.size} targets, #{@expected.size} golden hashes each, the same bits on all"
  end

  def read_expected
    lines = File.exist?(EXPECTED) ? File.readlines(EXPECTED, chomp: true) : []
    expected = lines.to_h { |line| [line.split.first(2), line.split.last] }
    abort "portability: #{EXPECTED} holds no hash; --update writes it" if expected.empty?
    expected
  end

  def in_parallel(items)
    waiting = items.each_with_index.to_a
    results = []
    lock = Mutex.new
    workers = Array.new(JOBS) do
      Thread.new do
        while (item, index = lock.synchronize { waiting.shift })
          result = yield item
          lock.synchronize { results[index] = result }
        end
      end
    end
    workers.each(&:join)
    results
  end

  def outcome(target)
    started = Portability.now
    result = Outcome.new(target, @programs.compiler_version(target), 0, [], [], 0.0)
    attempt(result, "golden") { compare(result, golden_hashes(target)) } if target.golden
    attempt(result, "port") { judge(result, *check_lines(target)) } if target.check
    result.seconds = Portability.now - started
    result
  end

  # What cannot be built or run is a row as well, so that the report shows it.
  def attempt(result, scene)
    yield
  rescue Failed => error
    result.problems << error.message
    add_row(result, scene, "run", NO_HASH, false)
  end

  def add_row(result, scene, phase, hash, equal)
    result.rows << { target: result.target.name, scene: scene, phase: phase, hash: hash, equal: equal }
  end

  def compare(result, hashes)
    found = hashes.to_h
    result.problems << "a scene and phase came twice" if found.size != hashes.size
    result.cases = found.size
    (@expected.keys | found.keys).each do |key|
      equal = found[key] == @expected[key]
      add_row(result, *key, found[key] || NO_HASH, equal)
      next if equal

      result.problems << "#{key.join(" ")}: expected #{@expected[key] || "nothing"}, got #{found[key] || "nothing"}"
    end
  end

  def judge(result, lines, success)
    PHASES.each do |phase|
      good = lines.count { |line| line.start_with?("ok #{phase} ") }
      bad = lines.select { |line| line.start_with?("not ok #{phase} ") }
      result.problems.concat(bad)
      result.problems << "port check: nothing said about #{phase}" if good + bad.size == 0
      add_row(result, "port", phase, NO_HASH, success && bad.empty? && good.positive?)
    end
    result.problems << "port check: did not end well" if !success && result.problems.empty?
  end

  # [[scene, phase], hash] each.
  def golden_hashes(target)
    sources = @programs.sources + Dir.glob("test/golden/*.c")
    @programs.hashes(target, @programs.build(target, "golden", sources.sort)).first
  end

  def check_lines(target)
    program = @programs.build(target, "port_check", ["test/ports/port_check.c"])
    text, success = @programs.execute(target, program)
    [text.lines(chomp: true).map(&:strip), success]
  end

  def show(result)
    word = result.problems.empty? ? "equal" : "DIFFERENT"
    @print.synchronize do
      puts format("%-18s %-31s %5d  %-9s %7.1f", result.target.name, result.compiler, result.cases, word, result.seconds)
      result.problems.uniq.each { |problem| puts problem.gsub(/^/, "    ") }
      $stdout.flush
    end
    result
  end
end

if $PROGRAM_NAME == __FILE__
  Dir.chdir(Report::ROOT)
  targets = Portability.targets
  patterns = []
  src = "src"
  out = "build/portability"
  update = false
  until ARGV.empty?
    case ARGV.shift
    when "--only" then patterns << ARGV.shift.to_s
    when "--src" then src = ARGV.shift.to_s
    when "--out" then out = ARGV.shift.to_s
    when "--update" then update = true
    when "--list" then exit(!puts(targets.map(&:name)))
    when "--packages" then exit(!puts(targets.flat_map(&:packages).uniq.join(" ")))
    else abort "usage: portability.rb [--only PATTERN]... [--src DIR] [--out DIR] [--list] [--packages] [--update]"
    end
  end
  chosen = patterns.empty? ? targets : targets.select { |each| patterns.any? { |pattern| File.fnmatch(pattern, each.name) } }
  abort "portability: no target matches #{patterns.join(" ")}" if chosen.empty?
  whole = patterns.empty? && src == "src"
  run = PortabilityRun.new(update ? targets : chosen, src: src, out: out, whole: whole)
  exit(update ? run.update : run.run)
end
