#!/usr/bin/env ruby
# `make test` and `make sanitize`: runs every test and says how many passed and failed.
#
#   run_tests.rb [--context test|sanitize] [--root DIR]
#
# First the Ceedling suites, always run afresh; then, in the context `test`, the scripts of
# test/integration, each of which prints a line `ok NAME` or `not ok NAME` for each thing it
# checked. CEEDLING names another command than `bundle exec ceedling`. The report is
# build/reports/test.json or sanitize.json.
require "fileutils"
require "open3"
require "yaml"
require_relative "report"

class TestRun
  # Under sanitizers generated cases are fewer: what they look for shows early.
  SCALE = { "test" => "1", "sanitize" => "0.1" }.freeze
  # Ceedling's steps that every build repeats; what is not one of them is worth showing.
  ROUTINE = /\A(Compiling|Copying|Linking|Parsing|Collecting|Generating|Skipping|Preprocessing|Extracting|
                Preparing|Ingesting|Determining|Building|Executing|Processing|Mocking|Test\ Runners|
                Mocks|WARNING:\ Test\ file\ paths|Loaded\ project|-+\z|\s*\z|NOTICE|\ >\ |Ceedling\ set\ up|Ceedling\ operations|
                .*TEST_SOURCE_FILE\(\))/x

  Suite = Struct.new(:name, :passed, :failed, :ignored, :seconds, :problems)

  def initialize(root, context)
    @root = root
    @context = context
    @suites = []
  end

  def run
    ENV["HEM_TEST_SCALE"] ||= SCALE[@context]
    run_ceedling
    run_scripts if @context == "test"
    finish
  end

  private

  def run_ceedling
    results = File.join(@root, "build", "ceedling", @context, "results")
    FileUtils.rm_rf(results)
    command = "#{ENV["CEEDLING"] || "bundle exec ceedling"} --force-test-rerun #{@context}:all"
    ok, seconds = timed { show_ceedling(command) }
    found = Dir.glob(File.join(results, "**", "*.{pass,fail}")).sort.map { |path| ceedling_suite(path) }
    @suites.concat(found)
    missing = ok ? suites_on_disk - found.map(&:name) : []
    missing.each { |name| @suites << Suite.new(name, 0, 1, 0, 0.0, ["did not run: is its folder in project.yml?"]) }
    return if ok || found.any? { |suite| suite.failed.positive? }

    @suites << Suite.new("ceedling", 0, 1, 0, seconds, ["#{command} failed: see build/#{@context}.log"])
  end

  # Runs Ceedling with its whole output in a log; shows what is not routine, and how far it is.
  def show_ceedling(command)
    log_path = File.join(@root, "build", "#{@context}.log")
    FileUtils.mkdir_p(File.dirname(log_path))
    compiled = 0
    File.open(log_path, "w") do |log|
      Open3.popen2e({ "CEEDLING_DECORATORS" => "0" }, command, chdir: @root) do |input, output, thread|
        input.close
        output.each_line(chomp: true) do |line|
          log.puts(line)
          compiled += 1 if line.start_with?("Compiling")
          say("compiled #{compiled} files") if line.start_with?("Compiling") && (compiled % 50).zero?
          say(line) unless line.match?(ROUTINE)
        end
        return thread.value.success?
      end
    end
  rescue Errno::ENOENT => error
    say("#{error.message}: install Ceedling with `gem install bundler` and `bundle install`")
    false
  end

  # One result file: YAML with counts, failures and the seconds that the suite took.
  def ceedling_suite(path)
    result = YAML.safe_load(File.read(path), permitted_classes: [Symbol])
    counts = result[:counts]
    problems = result[:failures].map { |failure| "#{failure[:test]}:#{failure[:line]}: #{failure[:message]}" }
    Suite.new(suite_name(result[:source][:file]), counts[:passed], counts[:failed], counts[:ignored],
              result[:time], problems)
  end

  def suites_on_disk
    Dir.glob("test/**/test_*.c", base: @root).sort.map { |file| suite_name(file) }
  end

  def suite_name(file)
    file.delete_prefix("test/").delete_suffix(".c")
  end

  def run_scripts
    Dir.glob("test/integration/*.{sh,rb}", base: @root).sort.each do |script|
      say("Running #{script}...")
      suite = Suite.new(script.delete_prefix("test/").sub(/\.\w+\z/, ""), 0, 0, 0, 0.0, [])
      ok, suite.seconds = timed { show_script(script, suite) }
      if !ok && suite.failed.zero?
        suite.failed = 1
        suite.problems << "ended with an error"
      elsif suite.passed + suite.failed == 0
        suite.failed = 1
        suite.problems << "printed no line `ok NAME`"
      end
      @suites << suite
    end
  end

  def show_script(script, suite)
    Open3.popen2e(*interpreter(script), script, chdir: @root) do |input, output, thread|
      input.close
      output.each_line(chomp: true) do |line|
        say("  #{line}")
        suite.passed += 1 if line.match?(/\Aok\b/)
        next unless line.match?(/\Anot ok\b/)

        suite.failed += 1
        suite.problems << line
      end
      return thread.value.success?
    end
  end

  def interpreter(script)
    first = File.open(File.join(@root, script), &:gets).to_s
    return first.delete_prefix("#!").split if first.start_with?("#!")

    script.end_with?(".rb") ? ["ruby"] : ["bash"]
  end

  def timed
    started = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    result = yield
    [result, Process.clock_gettime(Process::CLOCK_MONOTONIC) - started]
  end

  def say(line)
    puts line
    $stdout.flush
  end

  def finish
    passed = @suites.sum(&:passed)
    failed = @suites.sum(&:failed)
    show_suites
    rows = @suites.map do |suite|
      { suite: suite.name, passed: suite.passed, failed: suite.failed, seconds: suite.seconds.round(3) }
    end
    nothing = passed.zero? && failed.zero?
    Report.write_report(@context, "make #{@context}", rows, nothing ? 1 : failed)
    puts "nothing ran: no suite was found" if nothing
    ignored = @suites.sum(&:ignored)
    puts "#{ignored} ignored" if ignored.positive?
    puts "#{passed} passed, #{failed} failed#{" under ASan and UBSan" if @context == "sanitize"}"
    failed.zero? && !nothing ? 0 : 1
  end

  def show_suites
    width = @suites.map { |suite| suite.name.size }.push(5).max
    puts format("\n%-#{width}s %7s %7s %8s", "suite", "passed", "failed", "seconds")
    @suites.each do |suite|
      puts format("%-#{width}s %7d %7d %8.2f", suite.name, suite.passed, suite.failed, suite.seconds)
      suite.problems.each { |problem| puts "    #{problem}" }
    end
    puts
  end
end

if $PROGRAM_NAME == __FILE__
  root = Report::ROOT
  context = "test"
  until ARGV.empty?
    case ARGV.shift
    when "--root" then root = File.expand_path(ARGV.shift.to_s)
    when "--context" then context = ARGV.shift
    else abort "usage: run_tests.rb [--context test|sanitize] [--root DIR]"
    end
  end
  abort "run_tests.rb: no context #{context}" unless TestRun::SCALE.key?(context)
  Report.of_tree(root)
  exit TestRun.new(root, context).run
end
