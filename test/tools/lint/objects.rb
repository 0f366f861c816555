# Checks of the compiled library, for the host and for Cortex-M7: no mutable memory of its own, no
# symbol from outside but the few that the rules allow, no exported name without the prefix.
require_relative "compile"

class Objects
  BUILDS = [Compile::HOST, Compile::CORTEX].freeze

  MEMORY = %w[memcpy memmove memset memcmp].freeze
  PORT = %w[hem_ticks hem_ticks_per_second hem_fp_enter hem_fp_leave].freeze
  # What the compiler itself puts in for Arm: integer division, long shifts, memory in its own
  # dialect. Helpers for double (d, and conversions from and to it) are not among these.
  ARM_HELPERS = /\A__aeabi_(mem(cpy|move|set|clr)[48]?|u?l?idiv(mod)?|u?ldivmod|l(lsl|lsr|asr|mul)|
                           [iu]\w*2f|u?l2f|f2u?[il]z|u?lcmp)\z|
                 \A__(clz|ctz|popcount|bswap)[sd]i2\z/x

  def initialize(tree, compile)
    @tree = tree
    @compile = compile
  end

  # .data and .bss, thread-local ones included; .data.rel.ro is constant once loaded.
  def mutable_sections
    each_object do |build, file, object|
      ok, output = @tree.run(build.size, "-A", object)
      next [Finding.new(file, nil, output.strip)] unless ok

      sections = output.each_line.filter_map do |line|
        name, bytes = line.split
        "#{bytes} bytes of #{name}" if name&.match?(/\A\.(t?data|t?bss)/) && bytes.to_i.positive? &&
                                       !name.start_with?(".data.rel.ro")
      end
      next [] if sections.empty?

      names = symbols(build, object, "--defined-only").filter_map { |type, name| name if "bBdDcC".include?(type) }
      [Finding.new(file, nil, "#{sections.join(", ")} for #{build.name} (#{names.uniq.join(", ")})")]
    end
  end

  def foreign_symbols
    each_library do |build, library|
      allowed = MEMORY + PORT
      names = symbols(build, library, "--undefined-only").map(&:last) - allowed
      names.reject! { |name| name.match?(ARM_HELPERS) } if build == Compile::CORTEX
      names.map { |name| Finding.new(users(build, name), nil, "needs #{name} (#{build.name})") }
    end
  end

  def exported_names
    each_library do |build, library|
      names = symbols(build, library, "--defined-only", "--extern-only").map(&:last)
      names.reject { |name| name.start_with?("hem_") }.map do |name|
        Finding.new(nil, nil, "#{name} is visible outside the library without the prefix hem_ (#{build.name})")
      end
    end
  end

  private

  def each_object
    found = BUILDS.flat_map do |build|
      @compile.broken(build) +
        @tree.parallel(@tree.library_sources) do |file|
          object = @compile.object(build, file)
          File.exist?(object) ? yield(build, file, object) : []
        end.flatten
    end
    found.uniq
  end

  def each_library
    BUILDS.flat_map do |build|
      broken = @compile.broken(build)
      next broken unless broken.empty?

      ok, output = linked(build)
      ok ? yield(build, output) : [Finding.new(nil, nil, output.strip)]
    end
  end

  # All objects as one, so that what is left undefined comes from outside.
  def linked(build)
    @linked ||= {}
    @linked[build.name] ||= begin
      library = @tree.build(build.name, "library.o")
      ok, output = @tree.run(build.linker, "-r", "-o", library, *@compile.objects(build))
      [ok, ok ? library : output]
    end
  end

  def users(build, name)
    @tree.library_sources.select do |file|
      symbols(build, @compile.object(build, file), "--undefined-only").any? { |_, used| used == name }
    end.join(", ")
  end

  # Type letter and name of each symbol of an object.
  def symbols(build, object, *options)
    @symbols ||= {}
    @symbols[[object, *options]] ||= begin
      ok, output = @tree.run(build.nm, *options, object)
      raise "#{build.nm} #{object}: #{output}" unless ok

      output.each_line.filter_map { |line| line[/([A-Za-z]) (\S+)\s*\z/] && [$1, $2] }
    end
  end
end
