# Programs for the targets of targets.rb: built where something has changed, and run within a limit.
require "digest"
require "fileutils"
require_relative "targets"

module Portability
  class Failed < StandardError
  end

  # Seconds, of a clock that only goes forward.
  def self.now
    Process.clock_gettime(Process::CLOCK_MONOTONIC)
  end

  class Programs
    LIMIT = 600 # seconds, for any one command
    EXAMPLES = %w[own_simulator player player_world resolve_player step_player].map { |name| "docs/examples/#{name}.c" }.freeze

    # Built in `out`, of the library in `src`. What a compiler says goes to the block.
    def initialize(src:, out:, &said)
      @src = src
      @out = out
      @said = said
    end

    # The library, the scenes, and what plays them.
    def sources
      Dir.glob("#{@src}/**/*.c") + Dir.glob("test/scenes/*.c").grep_v(%r{/test_}) + EXAMPLES
    end

    # Compiles in one command. A program is built again only when a source, a header or the command
    # has changed.
    def build(target, name, sources)
      program = File.join(@out, target.name, "#{name}#{target.suffix}")
      FileUtils.mkdir_p(File.dirname(program))
      command = [target.compiler, *COMMON, *target.flags, "-Iinc", "-I#{@src}", "-Itest", "-Itest/scenes",
                 *sources, "ports/#{target.port}/port.c", *target.sources, *target.link, "-o", program]
      fresh = fingerprint(command, target)
      stamp = "#{program}.stamp"
      return program if File.exist?(program) && File.exist?(stamp) && File.read(stamp) == fresh

      FileUtils.rm_f(stamp)
      text, success = limited(command, "#{program}.build.log")
      raise Failed, "#{name} does not build: #{command.first}\n#{text.lines.first(12).join}" unless success

      @said&.call(text) unless text.empty?
      File.write(stamp, fresh)
      program
    end

    # What a program said, and whether it succeeded.
    def execute(target, program)
      program = File.expand_path(program)
      log = "#{program}.run.log"
      text, success = limited(target.run.call(program), log)
      return [text, success] if target.instead.nil? || text.match?(/^(ok|not ok|\S+ \S+ \h{16})\b/)

      limited(target.instead.call(program), log)
    end

    # The lines of a golden program that say a hash: [[scene, phase], hash], and all that it said.
    def hashes(target, program)
      text, success = execute(target, program)
      raise Failed, "#{File.basename(program)}: did not end well\n#{text.lines.last(5).join}" unless success

      lines = text.lines(chomp: true).map(&:strip)
      [lines.grep(/\A\S+ \S+ \h{16}\z/).map { |line| [line.split.first(2), line.split.last] }, lines]
    end

    def compiler_version(target)
      option = target.compiler.start_with?("clang") ? "-dumpversion" : "-dumpfullversion"
      version = IO.popen([target.compiler, option], err: File::NULL, &:read).strip
      "#{target.compiler.delete_suffix("-19")} #{version}"
    rescue Errno::ENOENT
      "#{target.compiler} missing"
    end

    private

    def fingerprint(command, target)
      folders = [@src, *%w[inc ports docs/examples test/golden test/ports test/scenes]]
      files = folders.flat_map { |folder| Dir.glob("#{folder}/**/*.{c,h,ld}") }
      digest = Digest::SHA256.new
      digest << command.join(" ") << compiler_version(target)
      files.sort.each { |file| digest << file << File.binread(file) }
      digest.hexdigest
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
      deadline = Portability.now + LIMIT
      until Process.wait(child, Process::WNOHANG)
        if Portability.now > deadline
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
  end
end
