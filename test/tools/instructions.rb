#!/usr/bin/env ruby
# `make instructions`: counts the instructions of fixed work under callgrind and compares them with
# test/bench/instructions.txt, so that a change that makes something slower shows.
#
#   instructions.rb PROGRAM [--root DIR] [--update]
#
# Counts hold for one machine, compiler and its flags (CFLAGS), which the file names: with others they
# only inform.
# A workload that takes more than 3 % above what is kept fails, and so does one that is not kept;
# --update (make instructions UPDATE=1) keeps the counts of this run.
require "fileutils"
require_relative "report"

class Instructions
  KEPT = "test/bench/instructions.txt".freeze
  ALLOWED = 1.03

  def initialize(program, root)
    @program = program
    @kept_path = File.join(root, KEPT)
    @folder = File.join(root, "build/instructions")
    Report.of_tree(root)
  end

  def run(update)
    counts = measure
    return keep(counts) if update

    read_kept
    binding_here = @kept_target == @target
    rows = counts.map { |name, count| row(name, count) }
    slower = rows.select { |row| bad?(row) }
    show(rows)
    puts "kept with #{@kept_target}, here is #{@target}: this informs only" unless binding_here
    failed = binding_here ? slower.size : 0
    Report.write_report("instructions", "make instructions", rows, failed)
    puts conclusion(rows, slower, binding_here)
    failed.zero? ? 0 : 1
  end

  private

  # The program ends every workload with a profile of its own, numbered in order, that names it.
  def measure
    FileUtils.rm_rf(@folder)
    FileUtils.mkdir_p(@folder)
    profile = File.join(@folder, "profile")
    text = IO.popen(["valgrind", "--quiet", "--tool=callgrind", "--instr-atstart=no", "--collect-atstart=no",
                     "--callgrind-out-file=#{profile}", @program], &:read)
    abort "instructions: #{@program} did not end well" unless $?.success?
    @target = "#{text.strip} #{ENV.fetch("CFLAGS", "")}".strip
    paths = Dir.glob("#{profile}.*").sort_by { |path| path[/\d+\z/].to_i }
    counts = paths.map { |path| read_profile(path) }.select(&:first).to_h
    abort "instructions: nothing was counted" if counts.empty? || counts.value?(0)
    counts
  end

  def read_profile(path)
    text = File.read(path)
    [text[/^desc: Trigger: Client Request: (.+)$/, 1], text[/^totals: (\d+)/, 1].to_i]
  end

  def read_kept
    lines = File.exist?(@kept_path) ? File.readlines(@kept_path, chomp: true) : []
    @kept_target = lines.filter_map { |line| line[/\A# target: (.+)/, 1] }.first || "nothing"
    @kept = lines.grep(/\A[^#]/).to_h { |line| [line[/\A(.+?) +\d+\z/, 1], line[/\d+\z/].to_i] }
  end

  def keep(counts)
    text = ["# Instructions of fixed work, as callgrind counts them; `make instructions UPDATE=1` writes this.",
            "# target: #{@target}"]
    text += counts.map { |name, count| format("%-16s %12d", name, count) }
    File.write(@kept_path, "#{text.join("\n")}\n")
    puts "instructions: #{counts.size} counts of #{@target} kept in #{KEPT}"
    0
  end

  def row(name, count)
    kept = @kept[name]
    { workload: name, instructions: count, kept: kept, ratio: kept && (count / kept.to_f).round(4) }
  end

  def bad?(row)
    row[:kept].nil? || row[:instructions] > ALLOWED * row[:kept]
  end

  def show(rows)
    puts format("%-16s %14s %14s %8s", "workload", "instructions", "kept", "ratio")
    rows.each do |row|
      puts format("%-16s %14d %14s %8s  %s", row[:workload], row[:instructions], row[:kept] || "-",
                  row[:ratio] ? format("%.4f", row[:ratio]) : "-", remark(row))
    end
  end

  def remark(row)
    return "not kept" if row[:kept].nil?
    return "SLOWER" if bad?(row)

    row[:ratio] < 2 - ALLOWED ? "faster: worth keeping" : ""
  end

  def conclusion(rows, slower, binding_here)
    gone = @kept.keys - rows.map { |row| row[:workload] }
    lines = gone.map { |name| "#{name}: kept, but no longer counted" }
    said = slower.empty? ? "nothing takes more than 3 % above what is kept" : "#{slower.size} are slower, or not kept"
    hint = "; make instructions UPDATE=1 keeps these" if binding_here && slower.any?
    lines << "instructions: #{rows.size} workloads, #{said}#{hint}"
    lines.join("\n")
  end
end

if $PROGRAM_NAME == __FILE__
  update = !ARGV.delete("--update").nil?
  program, option, root = ARGV
  abort "usage: instructions.rb PROGRAM [--root DIR] [--update]" unless [[1, nil], [3, "--root"]].include?([ARGV.size, option])
  exit Instructions.new(program, root || Report::ROOT).run(update)
end
