# Checks of the text: words that the core may not use, layers that look only backwards, and tidy
# files.
require_relative "tree"

class Text
  SIMD = %r{\Asrc/base/simd(_\w+)?\.h\z}
  STANDARD_HEADERS = %w[stdint.h stddef.h stdbool.h float.h limits.h string.h].freeze
  SIMD_HEADERS = %w[emmintrin.h arm_neon.h wasm_simd128.h].freeze

  # What is wrong => how it looks, in code without comments and strings.
  WORDS = {
    "heap" => /\b(malloc|calloc|realloc|free|alloca|aligned_alloc|strdup)\b/,
    "double" => /\bdouble\b|\b(DBL|LDBL)_\w+/,
    "stdio" => /\b\w*printf\b|\b(puts|putchar|fopen|fwrite|fread|stdout|stderr|FILE)\b/,
    "libm" => /\b(sqrt|cbrt|fabs|fmin|fmax|fmod|floor|ceil|trunc|round|rint|pow|exp2?|log(2|10)?|
                 sin|cos|tan|asin|acos|atan2?|hypot|fma|ldexp|frexp|copysign)[fl]?\s*\(|
                 \b(isnan|isinf|isfinite|fpclassify|signbit)\s*\(/x,
    "standard library" => /\b(rand|srand|qsort|bsearch|time|clock|exit|abort|setjmp|longjmp|getenv)\s*\(|
                           \b(assert|static_assert)\s*\(|\berrno\b/x,
    "thread" => /\b(_Atomic|_Thread_local|__thread|thread_local)\b/,
    "GNU syntax" => /\b(__attribute__|__extension__|__typeof__|typeof|__int128|__auto_type)\b|
                     \b(asm|__asm__|__asm)\b|\(\s*\{|\bcase\b[^:?]*\.\.\.|\#\s*pragma\s+(GCC|clang)/x
  }.freeze
  ONLY_IN_SIMD = {
    "intrinsic" => /\b_mm\d*_\w+|\b__m(64|128|256|512)[id]?\b|\bwasm_\w+|\bv128_t\b|
                    \bv[a-z]+\d?q?(_lane|_n)?_[fsup](8|16|32|64)\b|\b(float|u?int)\d+x\d+_t\b/x,
    "compiler builtin" => /\b__builtin_\w+/
  }.freeze
  NUMBER = /(?<![\w.])(\.?\d(?:[eEpP][+-]|[\w.])*)/
  INCLUDE = /\A\s*#\s*include\s*([<"])([^>"]+)[>"]/

  # Public headers without a source of the same name, by layer. hem.h takes all and belongs to none.
  HEADER_LAYER = { "types" => "base", "port" => "base", "replay" => "world",
                   "step_in" => "world", "step_report" => "world", "event" => "world" }.freeze
  EVERYTHING = "inc/hem/hem.h"

  LINE_LIMIT = 600
  CODE_FILE = /\.(c|h|rb|sh|js|py|cpp|cmake)\z/
  TEXT_FILE = /(\.(c|h|rb|sh|js|py|cpp|md|txt|yml|json|html|ld|s|S|in|cmake)|
                (\A|\/)(Makefile|CMakeLists\.txt|Gemfile|LICENSE|run|\.clang-format|\.gitignore))\z/x
  MAY_HAVE_TABS = /(\A|\/)Makefile\z|\.mk\z/

  # Written in two parts so that this file does not find itself.
  LEFT_OVER = /\b(TO#{}DO|FIX#{}ME|XX#{}X)\b/
  MACHINE_PATH = /(?<![\w.})\]$~*-])\/(?:home|root|Users|work|tmp|mnt|opt|srv)\/[\w.]+|
                  \b[A-Z]:\\+(?:Users|Windows)\b/x

  def initialize(tree)
    @tree = tree
  end

  def forbidden_words
    @tree.core.flat_map do |file|
      rules = file =~ SIMD ? WORDS : WORDS.merge(ONLY_IN_SIMD)
      found = []
      @tree.each_code_line(file) do |line, number|
        if (match = INCLUDE.match(line))
          found << header_finding(file, number, match[2]) if match[1] == "<"
          next
        end
        rules.each do |what, pattern|
          line.scan(pattern) { found << Finding.new(file, number, "#{what}: #{$&.strip}") }
        end
        line.scan(NUMBER) do |(literal)|
          found << Finding.new(file, number, "double literal: #{literal}") if double_literal?(literal)
        end
      end
      found.compact
    end
  end

  def layers
    @tree.core.flat_map do |file|
      found = []
      @tree.each_code_line(file) do |line, number|
        match = INCLUDE.match(line)
        next unless match && match[1] == "\""

        problem = include_problem(file, match[2])
        found << Finding.new(file, number, problem) if problem
      end
      found << Finding.new(file, nil, "belongs to no layer") if layer(file).nil? && file != EVERYTHING
      found
    end
  end

  # Every public header stands in hem.h.
  def one_header_for_all
    return [] unless @tree.files.include?(EVERYTHING)

    included = @tree.code(EVERYTHING).each_line.filter_map { |line| INCLUDE.match(line)&.[](2) }
    (@tree.public_headers - [EVERYTHING]).filter_map do |header|
      name = header.delete_prefix("inc/")
      Finding.new(EVERYTHING, nil, "does not include \"#{name}\"") unless included.include?(name)
    end
  end

  # One name, one file: Ceedling finds sources by their basename. Ports and the starts of programs
  # on each target are alike on purpose; the tests are built with the host's port alone.
  def unique_names
    sources = @tree.select(%r{\A(src|test|docs|ports/posix)/.*\.c\z}).grep_v(%r{\Atest/golden/.*/})
    headers = @tree.select(%r{\A(src|test|ports/posix)/.*\.h\z})
    [sources, headers].flat_map do |files|
      files.group_by { |file| File.basename(file) }.select { |_, same| same.size > 1 }.map do |name, same|
        Finding.new(same.last, nil, "#{name} is also the name of #{same[0..-2].join(", ")}")
      end
    end
  end

  def tidy
    @tree.select(TEXT_FILE).flat_map do |file|
      found = []
      text = @tree.text(file)
      text.each_line.with_index(1) do |line, number|
        found << Finding.new(file, number, "blanks at the end of the line") if line.match?(/[ \t\r]+$/)
        found << Finding.new(file, number, "tab") if line.include?("\t") && !file.match?(MAY_HAVE_TABS)
      end
      found << Finding.new(file, nil, "no newline at the end") unless text.empty? || text.end_with?("\n")
      lines = text.count("\n")
      if file.match?(CODE_FILE) && lines >= LINE_LIMIT
        found << Finding.new(file, nil, "#{lines} lines, limit #{LINE_LIMIT}")
      end
      found
    end
  end

  def left_overs
    each_text_match(LEFT_OVER) { |word| "#{word} left over" }
  end

  def machine_paths
    each_text_match(MACHINE_PATH) { |place| "path of one machine: #{place}" }
  end

  private

  def each_text_match(pattern)
    @tree.select(TEXT_FILE).flat_map do |file|
      @tree.text(file).each_line.with_index(1).flat_map do |line, number|
        line.to_enum(:scan, pattern).map { Finding.new(file, number, yield($&)) }
      end
    end
  end

  def header_finding(file, number, header)
    return nil if STANDARD_HEADERS.include?(header)
    return nil if file =~ SIMD && SIMD_HEADERS.include?(header)

    Finding.new(file, number, "header <#{header}> is not one of the core's")
  end

  # A decimal or hexadecimal floating literal without the suffix f.
  def double_literal?(literal)
    hexadecimal = literal.match?(/\A0[xX]/)
    floating = literal.include?(".") || literal.match?(hexadecimal ? /[pP]/ : /[eE]/)
    floating && !literal.match?(/[fF]\z/)
  end

  def layer(file)
    case file
    when %r{\Asrc/([^/]+)/} then Tree::LAYERS.find { |name| name == $1 }
    when %r{\Ainc/hem/([^/]+)\.h\z} then public_layer($1)
    end
  end

  # A public header has its implementation under the same name.
  def public_layer(name)
    HEADER_LAYER[name] || (name if Tree::LAYERS.include?(name)) ||
      @tree.select(%r{\Asrc/[^/]+/#{Regexp.escape(name)}\.[ch]\z}).first&.split("/")&.[](1)
  end

  def include_problem(file, name)
    place = name.start_with?("hem/") ? "inc/#{name}" : "src/#{name}"
    return "\"#{name}\" is not written as \"layer/file.h\" or \"hem/file.h\"" unless name.match?(%r{\A\w[\w-]*/[\w.-]+\z})
    return "\"#{name}\" does not exist" unless @tree.files.include?(place)
    return nil if file == EVERYTHING && place.start_with?("inc/")
    return "a public header includes a private one, \"#{name}\"" if file.start_with?("inc/") && place.start_with?("src/")
    return "hem.h is for callers" if place == EVERYTHING

    own = layer(file)
    other = layer(place)
    return nil if own.nil? || other.nil? || Tree::LAYERS.index(other) <= Tree::LAYERS.index(own)

    "layer #{own} includes \"#{name}\" of the later layer #{other}"
  end
end
