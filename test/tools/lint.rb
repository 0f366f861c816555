#!/usr/bin/env ruby
# `make lint`: what the compilers, the analysers and the rules of the core say about the tree.
#
#   lint.rb [--root DIR] [--only NAME]
#
# One line a check with the number of findings, the findings below it, and a report in
# build/reports/lint.json. Fails when a check has findings or a tool is missing.
require_relative "report"
require_relative "lint/tree"
require_relative "lint/compile"
require_relative "lint/objects"
require_relative "lint/stack"
require_relative "lint/text"

class Lint
  SHOWN = 20
  PACKAGES = {
    "gcc" => "gcc", "g++" => "g++", "clang-19" => "clang-19", "clang++-19" => "clang-19",
    "cppcheck" => "cppcheck", "clang-format" => "clang-format", "git" => "git", "nm" => "binutils",
    "arm-none-eabi-gcc" => "gcc-arm-none-eabi and libnewlib-arm-none-eabi",
    "x86_64-w64-mingw32-gcc" => "gcc-mingw-w64-x86-64-win32"
  }.freeze

  def initialize(root, only)
    @tree = Tree.new(root)
    @only = only
    @compile = Compile.new(@tree)
    @objects = Objects.new(@tree, @compile)
    @stack = Stack.new(@tree, @compile)
    @text = Text.new(@tree)
    @rows = []
  end

  def run
    missing = PACKAGES.keys.reject { |tool| found_in_path?(tool) }
    unless missing.empty?
      missing.each { |tool| puts "#{tool} is missing: install the Debian package #{PACKAGES[tool]}" }
      return 1
    end
    if @tree.library_sources.empty?
      puts "lint: no source under #{@tree.root}/src"
      return 1
    end
    if @only && !checks.key?(@only)
      puts "lint: no check #{@only.inspect}; there are: #{checks.keys.join(", ")}"
      return 1
    end
    checks.each { |name, check| report(name, check) }
    finish
  rescue MissingTool => error
    puts "lint: #{error.message} is missing"
    1
  end

  private

  # In this order: the first one compiles what the checks of objects and of the stack read.
  def checks
    {
      "warnings gcc" => -> { @compile.warnings_gcc },
      "warnings clang" => -> { @compile.warnings_clang },
      "headers alone" => -> { @compile.headers_alone },
      "cppcheck" => -> { @compile.cppcheck },
      "format" => -> { @compile.format },
      "forbidden words" => -> { @text.forbidden_words },
      "layers" => -> { @text.layers },
      "mutable sections" => -> { @objects.mutable_sections },
      "foreign symbols" => -> { @objects.foreign_symbols },
      "exported names" => -> { @objects.exported_names },
      "recursion" => -> { @stack.recursion },
      "indirect calls" => -> { @stack.indirect_calls },
      **Stack::BUILDS.to_h { |build| ["stack #{build.name}", -> { @stack.frames(build) }] },
      "hem.h" => -> { @text.one_header_for_all },
      "unique names" => -> { @text.unique_names },
      "tidy" => -> { @text.tidy },
      "left-overs" => -> { @text.left_overs },
      "machine paths" => -> { @text.machine_paths }
    }
  end

  def report(name, check)
    return if @only && @only != name && name != "warnings gcc"

    started = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    findings = check.call
    seconds = Process.clock_gettime(Process::CLOCK_MONOTONIC) - started
    row = { check: name, count: findings.size }
    note = add_depth(name, row)
    @rows << row
    puts format("%-18s %4d  %-6s %5.1f s%s", name, findings.size, findings.empty? ? "ok" : "FAILED",
                seconds, note)
    findings.first(SHOWN).each { |finding| puts "    #{finding}" }
    puts "    ... and #{findings.size - SHOWN} more" if findings.size > SHOWN
    $stdout.flush
  end

  # For the checks of the stack: the figures of the report, and a note for the line.
  def add_depth(name, row)
    build = Stack::BUILDS.find { |candidate| name == "stack #{candidate.name}" }
    depth = @stack.depth(build) if build
    return "" unless depth

    row[:max_frame] = depth[:max_frame]
    row[:deepest_path_bytes] = depth[:bytes]
    @deepest = depth if @deepest.nil? || depth[:bytes] > @deepest[:bytes]
    "  largest frame #{depth[:max_frame]}, deepest path #{depth[:bytes]} bytes"
  end

  def finish
    failed = @rows.count { |row| row[:count].positive? }
    Report.write_report("lint", "make lint", @rows, failed) unless @only
    depth = @deepest ? "; deepest call path #{@deepest[:bytes]} bytes (#{@deepest[:path].join(" > ")})" : ""
    if failed.zero?
      puts "lint: #{@rows.size} checks clean#{depth}"
    else
      names = @rows.select { |row| row[:count].positive? }.map { |row| row[:check] }
      puts "lint: #{failed} of #{@rows.size} checks FAILED: #{names.join(", ")}"
    end
    failed.zero? ? 0 : 1
  end

  def found_in_path?(tool)
    ENV["PATH"].split(File::PATH_SEPARATOR).any? { |folder| File.executable?(File.join(folder, tool)) }
  end
end

if $PROGRAM_NAME == __FILE__
  root = Report::ROOT
  only = nil
  until ARGV.empty?
    case (option = ARGV.shift)
    when "--root" then root = File.expand_path(ARGV.shift || abort("lint.rb: --root needs a folder"))
    when "--only" then only = ARGV.shift
    else abort "usage: lint.rb [--root DIR] [--only CHECK]"
    end
  end
  Report.of_tree(root)
  exit Lint.new(root, only).run
end
