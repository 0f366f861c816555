#!/usr/bin/env ruby
# `make cortex-m7`: the pile of ten sheets on a bare Cortex-M7 in QEMU, in static blocks, resolved and
# simulated: the same hashes after every phase of every step as on this machine, and the bytes of block
# and stack.
#
#   cortex_m7.rb [--packages]
#
# Fails when a hash differs, or when the two do not say the same bytes of the block.
require_relative "report"
require_relative "portability/programs"

class CortexM7
  OUT = "build/portability".freeze
  BOARD = "cortex-m7".freeze
  HERE = "x86-64-gcc-O2".freeze
  PROGRAM = %w[test/golden/pile/pile_program.c test/golden/pile/stack_paint.c].freeze
  NO_HASH = ("0" * 16).freeze

  def self.targets
    [HERE, BOARD].map { |name| Portability.targets.find { |target| target.name == name } }
  end

  def initialize
    @programs = Portability::Programs.new(src: "src", out: OUT) { |text| puts text }
  end

  def run
    here, board = CortexM7.targets.map { |target| said_by(target) }
    rows = (here.hashes.keys | board.hashes.keys).map { |key| row(key, here, board) }
    failed = rows.count { |row| !row[:equal] }
    Report.write_report("cortex_m7", "make cortex-m7", rows, failed)
    show(here, board, rows, failed)
    failed.zero? ? 0 : 1
  rescue Portability::Failed => error
    puts error.message
    1
  end

  private

  Said = Struct.new(:compiler, :hashes, :numbers, :seconds)

  # Hashes by [scene/step, phase], numbers by scene/name.
  def said_by(target)
    program = @programs.build(target, "pile", (@programs.sources + PROGRAM).sort)
    begin_at = Portability.now
    hashes, lines = @programs.hashes(target, program)
    numbers = lines.grep(%r{\A\S+/\w+ \d+\z}).to_h { |line| [line.split.first, line.split.last.to_i] }
    Said.new(@programs.compiler_version(target), hashes.to_h, numbers, Portability.now - begin_at)
  end

  def row(key, here, board)
    scene, step = key.first.split("/")
    { scene: scene, step: step.to_i, phase: key.last, hash: board.hashes[key] || NO_HASH,
      equal: !board.hashes[key].nil? && board.hashes[key] == here.hashes[key] && same_block?(scene, here, board),
      block_bytes: board.numbers["#{scene}/block_bytes"], per_vertex: per_vertex(scene, board),
      stack_bytes: board.numbers["#{scene}/stack_bytes"] }
  end

  def same_block?(scene, here, board)
    %w[block_bytes vertices].all? { |name| here.numbers["#{scene}/#{name}"] == board.numbers["#{scene}/#{name}"] }
  end

  def per_vertex(scene, said)
    (said.numbers["#{scene}/block_bytes"] / said.numbers["#{scene}/vertices"].to_f).round(1)
  end

  def show(here, board, rows, failed)
    puts format("%-28s %18s %18s", "", HERE, BOARD)
    puts format("%-28s %18s %18s", "compiler", *[here, board].map { |said| said.compiler.split.last })
    puts format("%-28s %18.1f %18.1f", "seconds, run", here.seconds, board.seconds)
    rows.map { |row| row[:scene] }.uniq.each { |scene| show_scene(scene, here, board) }
    rows.reject { |row| row[:equal] }.first(5).each do |row|
      puts "#{row[:scene]} step #{row[:step]} #{row[:phase]}: " \
           "#{here.hashes[["#{row[:scene]}/#{row[:step]}", row[:phase]]]} here, #{row[:hash]} on the board"
    end
    steps = rows.map { |row| row[:step] }.max
    puts "cortex-m7: #{rows.size} hashes over #{steps} steps, " \
         "#{failed.zero? ? "the same bits as here" : "#{failed} are NOT the same"}"
  end

  # The stack of the board alone: on this machine, the dynamic linker's is in it.
  def show_scene(scene, here, board)
    puts "", scene
    figures = { "vertices" => "vertices", "bytes of the block" => "block_bytes",
                "scratch used of them" => "scratch_bytes" }
    figures.each do |title, name|
      puts format("  %-26s %18d %18d", title, *[here, board].map { |said| said.numbers["#{scene}/#{name}"] })
    end
    puts format("  %-26s %18.1f %18.1f", "bytes a vertex", per_vertex(scene, here), per_vertex(scene, board))
    stacks = { "deepest stack of a step" => "stack_bytes", "deepest stack of the start" => "stack_of_start" }
    stacks.each { |title, name| puts format("  %-26s %18s %18d", title, "", board.numbers["#{scene}/#{name}"]) }
  end
end

if $PROGRAM_NAME == __FILE__
  Dir.chdir(Report::ROOT)
  exit(!puts(CortexM7.targets.flat_map(&:packages).uniq.join(" "))) if ARGV == ["--packages"]
  abort "usage: cortex_m7.rb [--packages]" unless ARGV.empty?
  exit CortexM7.new.run
end
