#!/usr/bin/env ruby
# `make soak`: generated configurations against brute force, for so many seconds.
#
#   soak.rb [--seconds N] [--seed N] [--root DIR]
#
# Runs build/soak/soak, which takes one seed after the other from the given one on and ends at the
# first miss; without a seed, from one that no run had before. The report is
# build/reports/soak.json.
require "open3"
require "optparse"
require_relative "report"

class Soak
  def initialize(options)
    @program = File.join(options[:root], "build", "soak", "soak")
    @seconds = options[:seconds]
    @seed = options[:seed] || (Time.now.to_i << 16)
  end

  def run
    unless File.executable?(@program)
      puts "soak: not built; run it as `make soak`"
      return 1
    end
    puts "soaking for #{@seconds} s from seed #{@seed} on"
    $stdout.flush
    output, status = Open3.capture2e(@program, @seconds.to_s, @seed.to_s)
    lines = output.scrub("?").lines(chomp: true)
    rows = lines.grep(/\Arow\t/).map { |line| row(line) }
    finish(rows, lines.grep_v(/\Arow\t/), status.success?)
  end

  private

  def row(line)
    _, set, *numbers = line.split("\t")
    cases, pairs, misses, extras, seed = numbers.map(&:to_i)
    { set: set, cases: cases, pairs: pairs, misses: misses, extras: extras, seed: seed }
  end

  def finish(rows, words, clean)
    rows.each do |set|
      puts format("%-24s %10d cases %14d pairs %6d missed %6d too many", set[:set], set[:cases],
                  set[:pairs], set[:misses], set[:extras])
    end
    words.each { |line| puts "    #{line}" }
    bad = rows.count { |set| (set[:misses] + set[:extras]).positive? }
    # A crash leaves no rows, and fails all the same.
    failed = clean ? bad : [bad, 1].max
    Report.write_report("soak", "make soak", rows, failed)
    puts summary(rows, failed)
    failed.zero? ? 0 : 1
  end

  def summary(rows, failed)
    done = "#{rows.sum { |set| set[:cases] }} cases, #{rows.sum { |set| set[:pairs] }} pairs compared"
    failed.zero? ? "soak: #{done}, nothing missed" : "soak: FAILED after #{done}"
  end
end

if $PROGRAM_NAME == __FILE__
  options = { root: Report::ROOT, seconds: 60 }
  OptionParser.new do |parser|
    parser.banner = "usage: soak.rb [--seconds N] [--seed N] [--root DIR]"
    parser.on("--seconds N", Integer) { |seconds| options[:seconds] = seconds }
    parser.on("--seed N", Integer) { |seed| options[:seed] = seed }
    parser.on("--root DIR") { |root| options[:root] = File.expand_path(root) }
  end.parse!
  abort "soak.rb: no arguments but options" unless ARGV.empty?
  Report.of_tree(options[:root])
  exit Soak.new(options).run
end
