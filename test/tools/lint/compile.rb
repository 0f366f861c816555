# Checks by compilers and analysers: warnings as errors, headers that compile alone, cppcheck and
# clang-format. What is compiled here for the library also serves the checks of objects.rb and
# stack.rb.
require_relative "tree"

# One way to compile the library for the checks.
Build = Struct.new(:name, :compiler, :flags, :nm, :size, :linker, keyword_init: true)

class Compile
  WARNINGS = %w[-Wall -Wextra -Wconversion -Wdouble-promotion -Wshadow -Wundef -Wvla
                -Wstrict-prototypes -Werror].freeze
  LANGUAGE = %w[-std=c11 -ffp-contract=off -fno-math-errno].freeze
  # The core is held to the letter of C11, so that compilers without GNU extensions take it.
  CORE = %w[-Wpedantic -Iinc -Isrc].freeze
  AROUND = %w[-Iinc -Isrc -I. -Itest -Itest/scenes -Itest/support].freeze
  GRAPH = %w[-fstack-usage -fcallgraph-info=su].freeze

  # x86-64 and Cortex-M7 as they ship (without the red zone, which no frame size would show), and
  # one without optimisation, where every call that the source writes is still a call.
  HOST = Build.new(name: "x86-64", compiler: "gcc", flags: %w[-O2 -mno-red-zone], nm: "nm",
                   size: "size", linker: "ld").freeze
  CORTEX = Build.new(name: "cortex-m7", compiler: "arm-none-eabi-gcc",
                     flags: %w[-O2 -mcpu=cortex-m7 -mthumb -mfloat-abi=hard -mfpu=fpv5-sp-d16],
                     nm: "arm-none-eabi-nm", size: "arm-none-eabi-size",
                     linker: "arm-none-eabi-ld").freeze
  AS_WRITTEN = Build.new(name: "as-written", compiler: "gcc",
                         flags: %w[-O0 -fkeep-inline-functions], nm: "nm", size: "size",
                         linker: "ld").freeze
  BUILDS = [HOST, CORTEX, AS_WRITTEN].freeze

  # Programs and modules beside the library; tests are left to Ceedling. A folder named after a
  # target is compiled for that target, all others for the host.
  BESIDE = %r{\A(ports|test/(scenes|golden|bench)|docs/examples)/(?!.*\btest_)[^ ]*\.c\z}
  TARGET_FOLDER = %r{/(cortex-m|wasm|windows)/}
  TARGETS = {
    "cortex-m" => [CORTEX.compiler, *CORTEX.flags],
    "wasm" => %w[clang-19 -O2 --target=wasm32 -msimd128 -ffreestanding -Iports/wasm/include],
    "windows" => %w[x86_64-w64-mingw32-gcc -O2]
  }.freeze

  def initialize(tree)
    @tree = tree
    @broken = Hash.new { |hash, key| hash[key] = [] }
  end

  # Compiles the library in every build; the findings are gcc's complaints.
  def warnings_gcc
    jobs = BUILDS.product(@tree.library_sources).map { |build, file| [build, file, []] }
    # What asserts and the plain C forms of simd.h say is compiled as well.
    jobs += @tree.library_sources.map { |file| [HOST, file, %w[-DHEM_ASSERTS -DHEM_SCALAR]] }
    findings = @tree.parallel(jobs) { |build, file, extra| compile_library(build, file, extra) }
    findings += @tree.parallel(@tree.select(BESIDE)) do |file|
      compile_beside(file, *(TARGETS[file[TARGET_FOLDER, 1]] || %w[gcc -O2]))
    end
    findings.flatten.uniq
  end

  # The library for the host and for WebAssembly, and what clang can compile beside it.
  def warnings_clang
    jobs = @tree.library_sources.flat_map do |file|
      [["clang-19", "-O2", *CORE, file], [*TARGETS["wasm"], *CORE, file]]
    end
    jobs += @tree.select(BESIDE).grep_v(TARGET_FOLDER).map { |file| ["clang-19", "-O2", *AROUND, file] }
    @tree.parallel(jobs) do |*command, file|
      compile(*command, *LANGUAGE, *WARNINGS, "-c", file, "-o", File::NULL)
    end.flatten.uniq
  end

  # Each public header, included twice and by nothing else, in both languages; each private header
  # as C11.
  def headers_alone
    languages = { "c11" => %w[gcc clang-19], "c++17" => %w[g++ clang++-19] }
    jobs = @tree.public_headers.flat_map do |header|
      languages.flat_map { |standard, compilers| compilers.map { |name| [header, standard, name] } }
    end
    # The vector forms of other machines are compiled with the library for those machines.
    jobs += @tree.library_headers.reject { |header| header =~ /simd_(neon|wasm)/ }
                 .map { |header| [header, "c11", "gcc"] }
    @tree.parallel(jobs) do |header, standard, compiler|
      name = header.sub(%r{\A(inc|src)/}, "")
      compile(compiler, "-std=#{standard}", "-Wall", "-Wextra", "-Werror", "-pedantic", "-Iinc",
              "-Isrc", "-fsyntax-only", "-x", standard.start_with?("c++") ? "c++" : "c", "-",
              input: "#{"#include \"#{name}\"\n" * 2}extern int hem_alone;\n", origin: header)
    end.flatten.uniq
  end

  # Two suppressions, for what this library does everywhere: HEM_ASSERT(condition && "why") is how
  # an assert explains itself, and ties end in comparing the indices by which values were just
  # read. All others stand beside the line that they are about, with their reason.
  def cppcheck
    ok, output = @tree.run("cppcheck", "--quiet", "--std=c11", "--inline-suppr", "-j",
                           Etc.nprocessors.to_s, "--enable=warning,performance,portability",
                           "--suppress=incorrectStringBooleanError",
                           "--suppress=arrayIndexThenCheck", "--error-exitcode=1",
                           "--template={file}:{line}: {id}: {message}", "-Iinc", "-Isrc", "src")
    ok ? [] : complaints(output, /\A(.+?):(\d+): (.*)/, "cppcheck")
  end

  def format
    files = @tree.select(/\.[ch]\z/)
    @tree.parallel(files.each_slice(20).to_a) do |slice|
      ok, output = @tree.run("clang-format", "--dry-run", "-Werror", *slice)
      next [] if ok

      found = complaints(output, /\A(.+?):(\d+):\d+: (?:error|warning): (.*)/, "clang-format")
      found.group_by(&:file).map do |file, places|
        Finding.new(file, places.first.line, "not as clang-format writes it, here and in " \
                                             "#{places.size - 1} more places: clang-format -i #{file}")
      end
    end.flatten
  end

  # Where the object of a library source stands, and beside it its .ci file with the call graph.
  def object(build, file)
    @tree.build(build.name, file.sub(/\.c\z/, ".o"))
  end

  def objects(build)
    @tree.library_sources.map { |file| object(build, file) }
  end

  # Sources that did not compile: the checks of objects cannot say anything about them.
  def broken(build)
    @broken[build.name].map { |file| Finding.new(file, nil, "does not compile for #{build.name}") }
  end

  private

  def compile_library(build, file, extra)
    target = extra.empty? ? object(build, file) : File::NULL
    graph = extra.empty? ? GRAPH : []
    FileUtils.rm_f(target) unless target == File::NULL
    found = compile(build.compiler, *build.flags, *LANGUAGE, *WARNINGS, *CORE, *graph, *extra,
                    "-c", file, "-o", target)
    # A warning is a finding, but no reason to know nothing about the object.
    if !found.empty? && extra.empty?
      compile(build.compiler, *build.flags, *LANGUAGE, *CORE, *graph, "-w", "-c", file, "-o", target)
      @broken[build.name] << file unless File.exist?(target)
    end
    found
  end

  def compile_beside(file, *command)
    compile(*command, *LANGUAGE, *WARNINGS, *AROUND, "-c", file, "-o", File::NULL)
  end

  def compile(compiler, *arguments, input: "", origin: nil)
    ok, output = @tree.run(compiler, *arguments, input: input)
    return [] if ok

    place = origin || arguments[arguments.index("-c") + 1]
    found = complaints(output, /\A(.+?):(\d+):\d+: (?:fatal error|error|warning): (.*)/, place)
    found.each { |finding| finding.text = "#{finding.text} (#{compiler})" }
  end

  # The lines of a tool's output that name a place; all of it when none does.
  def complaints(output, pattern, origin)
    found = output.each_line(chomp: true).filter_map do |line|
      match = pattern.match(line)
      Finding.new(match[1], match[2], match[3]) if match
    end
    found.empty? ? [Finding.new(origin, nil, output.strip.lines.last(5).join.strip)] : found
  end
end
