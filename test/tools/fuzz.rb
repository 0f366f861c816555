#!/usr/bin/env ruby
# `make fuzz`: lets the fuzzer loose on every target for some seconds each.
#
#   fuzz.rb [--checks NAME] [--seconds N | --runs N] [--seed N] [--root DIR] TARGET...
#
# Runs build/fuzz/CHECKS/fuzz_TARGET, as many at once as there are processors. What it learns stays in
# build/fuzz/corpus and is where the next run goes on. With a number of runs instead of seconds it
# starts from nothing, so that a seed makes it try the same inputs again. An input that fails is
# kept in build/fuzz/findings, and the output says how to run it. The report is
# build/reports/fuzz.json.
require "etc"
require "fileutils"
require "open3"
require "optparse"
require_relative "report"

class Fuzz
  LONGEST_INPUT = 1024
  # For one input; what takes longer is a finding.
  SECONDS_AN_INPUT = 20
  SHOWN = 25
  # What a log says about the finding itself: the check, the sanitizer's words, and the way there.
  TELLING = /not so:|runtime error:|ERROR:|WARNING: MemorySan|SUMMARY:|^\s+#\d+ .*(\bsrc\/|\btest\/|\bhem_)/

  Result = Struct.new(:target, :seconds, :executions, :crashes, :log, :input)

  def initialize(options, targets)
    @folder = File.join(options[:root], "build", "fuzz")
    @checks = options[:checks]
    @seconds = options[:seconds]
    @runs = options[:runs]
    @seed = options[:seed]
    @targets = targets
  end

  def run
    missing = @targets.reject { |target| File.executable?(program(target)) }
    unless missing.empty?
      puts "fuzz: not built: #{missing.join(", ")}; run it as `make fuzz`"
      return 1
    end
    puts "fuzzing #{@targets.size} targets with #{@checks} checks, #{@runs ? "#{@runs} runs" : "#{@seconds} s"} each"
    $stdout.flush
    finish(run_all)
  end

  private

  def program(target)
    File.join(@folder, @checks, "fuzz_#{target}")
  end

  def run_all
    waiting = Queue.new
    @targets.each { |target| waiting << target }
    results = {}
    workers = Array.new([Etc.nprocessors, @targets.size].min) do
      Thread.new do
        until waiting.empty?
          target = waiting.pop(true) rescue break
          results[target] = fuzz(target)
          show(results[target])
        end
      end
    end
    workers.each(&:join)
    results.values_at(*@targets)
  end

  def fuzz(target)
    corpus = File.join(@folder, "corpus", target)
    findings = File.join(@folder, "findings", target)
    FileUtils.mkdir_p([corpus, findings])
    started = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    extent = @runs ? ["-runs=#{@runs}"] : ["-max_total_time=#{@seconds}", corpus]
    log, status = Open3.capture2e(symbolizer, program(target), "-max_len=#{LONGEST_INPUT}",
                                  "-timeout=#{SECONDS_AN_INPUT}", "-seed=#{@seed}",
                                  "-print_final_stats=1", "-artifact_prefix=#{findings}/", *extent)
    seconds = Process.clock_gettime(Process::CLOCK_MONOTONIC) - started
    File.binwrite(File.join(@folder, "#{target}.log"), log)
    log = log.scrub("?")
    Result.new(target, seconds.round(1), log[/number_of_executed_units: (\d+)/, 1].to_i,
               status.success? ? 0 : 1, log, log[/Test unit written to (\S+)/, 1])
  end

  # Names in stack traces, where a symbolizer is installed under any of its names.
  def symbolizer
    found = ENV["PATH"].split(File::PATH_SEPARATOR).flat_map do |folder|
      %w[llvm-symbolizer-19 llvm-symbolizer].map { |name| File.join(folder, name) }
    end.find { |path| File.executable?(path) }
    found ? { "ASAN_SYMBOLIZER_PATH" => found, "MSAN_SYMBOLIZER_PATH" => found } : {}
  end

  def show(result)
    puts format("%-16s %9d runs in %6.1f s  %s", result.target, result.executions, result.seconds,
                result.crashes.zero? ? "nothing found" : "FOUND SOMETHING")
    $stdout.flush
    return if result.crashes.zero?

    lines = result.log.lines.grep(TELLING)
    lines = result.log.lines.last(SHOWN) if lines.empty?
    lines.first(SHOWN).each { |line| puts "    #{line.chomp}" }
    place = result.input || "(no input was kept: see build/fuzz/#{result.target}.log)"
    puts "    again: build/fuzz/#{@checks}/fuzz_#{result.target} #{place}"
  end

  def finish(results)
    failed = results.sum(&:crashes)
    rows = results.map do |result|
      { target: result.target, checks: @checks, seconds: result.seconds, executions: result.executions,
        crashes: result.crashes }
    end
    Report.write_report("fuzz", "make fuzz", rows, failed)
    runs = results.sum(&:executions)
    puts failed.zero? ? "fuzz: #{runs} runs, nothing found" : "fuzz: #{failed} of #{results.size} targets FAILED"
    failed.zero? ? 0 : 1
  end
end

if $PROGRAM_NAME == __FILE__
  options = { root: Report::ROOT, checks: "address", seconds: 20, seed: 0 }
  OptionParser.new do |parser|
    parser.banner = "usage: fuzz.rb [--checks NAME] [--seconds N | --runs N] [--seed N] [--root DIR] TARGET..."
    parser.on("--checks NAME") { |checks| options[:checks] = checks }
    parser.on("--seconds N", Integer) { |seconds| options[:seconds] = seconds }
    parser.on("--runs N", Integer) { |runs| options[:runs] = runs }
    parser.on("--seed N", Integer) { |seed| options[:seed] = seed }
    parser.on("--root DIR") { |root| options[:root] = File.expand_path(root) }
  end.parse!
  abort "fuzz.rb: no target" if ARGV.empty?
  abort "fuzz.rb: at least one second" if options[:seconds] < 1
  Report.of_tree(options[:root])
  exit Fuzz.new(options, ARGV).run
end
