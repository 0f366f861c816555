#!/usr/bin/env ruby
# The golden hashes notice the smallest change there is: a copy of src gives the expected hashes, and
# the same copy with one function's result moved by one unit in the last place does not.
require "fileutils"
require "open3"
require "rbconfig"

ROOT = File.expand_path("../..", __dir__)
RUNNER = File.join(ROOT, "test/tools/portability.rb")
WORK = "build/one_ulp".freeze
TARGET = "x86-64-gcc-O0".freeze

# file, its line, what is returned instead, and a phase that must notice
NUDGES = [
  ["base/vec3.h", "return (a.x * b.x + a.y * b.y) + a.z * b.z;",
   "return hem_bits_float(hem_float_bits((a.x * b.x + a.y * b.y) + a.z * b.z) + 1u);", "base vec3"],
  ["base/real.c", "return hem_bits_float(((biased - 1u) << 23) + rounded);",
   "return hem_bits_float(((biased - 1u) << 23) + rounded + 1u);", "base sqrt"]
].freeze

$failed = 0

def check(name, condition, detail)
  puts "#{condition ? "ok" : "not ok"} #{name}"
  return if condition

  $failed += 1
  puts detail.gsub(/^/, "    ")
end

# Builds and compares one target of the machine itself, over a copy of src.
def compare
  Open3.capture2e(RbConfig.ruby, RUNNER, "--only", TARGET, "--src", "#{WORK}/src", "--out", "#{WORK}/portability")
end

Dir.chdir(ROOT)
FileUtils.rm_rf("#{WORK}/src")
FileUtils.mkdir_p(WORK)
FileUtils.cp_r("src", "#{WORK}/src")

output, status = compare
check("an unchanged copy of src gives the golden hashes", status.success?, output)

NUDGES.each do |file, line, nudged, phase|
  copy = "#{WORK}/src/#{file}"
  original = File.read(copy)
  if original.scan(line).size != 1
    check("#{file} has the line that is to be changed", false, line)
    next
  end
  File.write(copy, original.sub(line) { nudged })
  output, status = compare
  File.write(copy, original)
  noticed = !status.success? && output.match?(/^\s*#{phase}: expected \h{16}, got \h{16}$/)
  check("one ulp in #{file} turns `#{phase}` red", noticed, output)
end

exit $failed.zero?
