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
require "digest"
require "fileutils"
require_relative "report"
require_relative "portability/targets"

class PortabilityRun
  ROOT = Report::ROOT
  EXPECTED = "test/golden/expected.txt".freeze
  REFERENCE = "x86-64-gcc-O0".freeze
  JOBS = 2
  LIMIT = 300 # seconds, for any one command
  PHASES = %w[clock fp-environment].freeze
  NO_HASH = ("0" * 16).freeze # in rows that have none: port checks, and what did not come

  class Failed < StandardError
  end

  Outcome = Struct.new(:target, :compiler, :cases, :rows, :problems, :seconds)

  def initialize(targets, src:, out:, whole:)
    @targets = targets
    @src = src
    @out = out
    @whole = whole
    @print = Mutex.new
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
    lines = golden_lines(target)
    File.write(EXPECTED, lines.map { |line| "#{line}\n" }.join)
    puts "portability: #{lines.size} hashes from #{REFERENCE} written to #{EXPECTED}"
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
    started = now
    result = Outcome.new(target, compiler_version(target), 0, [], [], 0.0)
    attempt(result, "golden") { compare(result, golden_lines(target)) } if target.golden
    attempt(result, "port") { judge(result, *check_lines(target)) } if target.check
    result.seconds = now - started
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

  def compare(result, lines)
    found = lines.to_h { |line| [line.split.first(2), line.split.last] }
    result.problems << "a scene and phase came twice" if found.size != lines.size
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

  def golden_lines(target)
    sources = Dir.glob("#{@src}/**/*.c") + Dir.glob("test/golden/*.c") +
              Dir.glob("test/scenes/*.c").grep_v(%r{/test_})
    program = build(target, "golden", sources.sort, [@src, "test/scenes"])
    text, success = execute(target, program)
    lines = text.lines(chomp: true).map(&:strip).grep(/\A\S+ \S+ \h{16}\z/)
    raise Failed, "golden program: did not end well\n#{text.lines.last(5).join}" unless success

    lines
  end

  def check_lines(target)
    program = build(target, "port_check", ["test/ports/port_check.c"], ["test/ports"])
    text, success = execute(target, program)
    [text.lines(chomp: true).map(&:strip), success]
  end

  # Compiles in one command. A program is built again only when a source, a header or the command
  # has changed.
  def build(target, name, sources, folders)
    program = File.join(@out, target.name, "#{name}#{target.suffix}")
    FileUtils.mkdir_p(File.dirname(program))
    command = [target.compiler, *Portability::COMMON, *target.flags, "-Iinc", "-I#{@src}", "-Itest", "-Itest/scenes",
               *sources, "ports/#{target.port}/port.c", *target.sources, *target.link, "-o", program]
    fresh = fingerprint(command, target, folders)
    stamp = "#{program}.stamp"
    return program if File.exist?(program) && File.exist?(stamp) && File.read(stamp) == fresh

    FileUtils.rm_f(stamp)
    text, success = limited(command, "#{program}.build.log")
    raise Failed, "#{name} does not build: #{command.first}\n#{text.lines.first(12).join}" unless success

    @print.synchronize { puts text } unless text.empty?
    File.write(stamp, fresh)
    program
  end

  def fingerprint(command, target, folders)
    files = (folders + %w[inc ports test/golden]).flat_map { |folder| Dir.glob("#{folder}/**/*.{c,h,ld}") }.sort
    digest = Digest::SHA256.new
    digest << command.join(" ") << compiler_version(target)
    files.each { |file| digest << file << File.binread(file) }
    digest.hexdigest
  end

  # What a program said, and whether it succeeded.
  def execute(target, program)
    program = File.expand_path(program)
    log = "#{program}.run.log"
    text, success = limited(target.run.call(program), log)
    return [text, success] if target.instead.nil? || text.match?(/^(ok|not ok|\S+ \S+ \h{16})\b/)

    limited(target.instead.call(program), log)
  end

  # Runs a command with all its output in a log, which it returns with whether the command
  # succeeded. It is ended when it takes too long.
  def limited(command, log)
    name = command.grep(String).first
    environment = command.grep(Hash)
    program, *arguments = command.grep(String)
    # The program twice, so that nothing is split at spaces in its path.
    child = Process.spawn(*environment, [program, program], *arguments,
                          in: File::NULL, out: log, err: %i[child out])
    deadline = now + LIMIT
    until Process.wait(child, Process::WNOHANG)
      if now > deadline
        Process.kill("KILL", child)
        Process.wait(child)
        raise Failed, "#{name} took more than #{LIMIT} seconds"
      end
      sleep 0.02
    end
    [File.read(log, encoding: "BINARY").scrub, $?.success?]
  rescue Errno::ENOEXEC
    ["this system cannot start #{name}", false]
  rescue Errno::ENOENT
    raise Failed, "#{name} is missing: `test/tools/need.sh $(ruby test/tools/portability.rb --packages)` installs it"
  end

  def compiler_version(target)
    option = target.compiler.start_with?("clang") ? "-dumpversion" : "-dumpfullversion"
    version = IO.popen([target.compiler, option], err: File::NULL, &:read).strip
    "#{target.compiler.delete_suffix("-19")} #{version}"
  rescue Errno::ENOENT
    "#{target.compiler} missing"
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

  def now
    Process.clock_gettime(Process::CLOCK_MONOTONIC)
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
