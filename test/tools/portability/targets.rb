# The targets of `make portability`: how each is compiled and run, and which Debian packages that
# takes. Two programs are built for a target: the golden program and the check of its port.
require "fileutils"

module Portability
  # name      one word, for --only and the reports
  # compiler  the command
  # flags     what it is given beside COMMON
  # link      what goes to the end of the command: libm for the example simulator's square root
  # port      the folder of ports/; sources are more files, beside the port and the program
  # golden    whether the golden program is built and run
  # check     whether the port is
  # run       program file -> command, which may begin with a hash of environment variables
  # instead   the same, where the program does not get to say anything by `run`
  # packages  Debian packages
  Target = Struct.new(:name, :compiler, :flags, :link, :port, :sources, :suffix, :golden, :check, :run,
                      :instead, :packages, keyword_init: true) do
    def initialize(flags: %w[-O2], link: %w[-lm], port: "posix", sources: HOSTED, suffix: "", golden: true,
                   check: true, run: ->(program) { [program] }, **rest)
      super
    end
  end

  COMMON = %w[-std=c11 -ffp-contract=off -fno-math-errno -Wall -Wextra].freeze
  HOSTED = %w[test/golden/hosted/main.c].freeze

  module_function

  def targets
    host + emulated + bare_metal + webassembly + windows
  end

  def host
    gcc = { compiler: "gcc", packages: %w[gcc libc6-dev] }
    levels = { "O0" => %w[-O0], "O2" => %w[-O2], "O3" => %w[-O3], "Os" => %w[-Os],
               "native" => %w[-O3 -march=native], "scalar" => %w[-O2 -DHEM_SCALAR] }
    levels.map { |name, flags| Target.new(name: "x86-64-gcc-#{name}", flags: flags, **gcc) } + [
      Target.new(name: "x86-64-clang", compiler: "clang-19", packages: %w[clang-19]),
      Target.new(name: "x86-64-template", port: "template", flags: %w[-O2 -DHEM_PORT_TEMPLATE], **gcc),
      Target.new(name: "x86-64-fenv", flags: %w[-O2 -DHEM_POSIX_FENV], **gcc)
    ]
  end

  # Linked statically, so that the emulator needs no libraries of the target.
  def emulated
    i386 = Target.new(name: "i386", compiler: "i686-linux-gnu-gcc", link: %w[-static -lm],
                      flags: %w[-O2 -msse2 -mfpmath=sse],
                      instead: ->(program) { ["qemu-i386", "-cpu", "max", program] },
                      packages: %w[gcc-i686-linux-gnu libc6-dev-i386-cross qemu-user])
    others = [%w[aarch64 aarch64-linux-gnu arm64 qemu-aarch64], %w[armhf arm-linux-gnueabihf armhf qemu-arm],
              %w[riscv64 riscv64-linux-gnu riscv64 qemu-riscv64], %w[ppc64 powerpc64-linux-gnu ppc64 qemu-ppc64]]
    [i386] + others.map do |name, triple, debian, emulator|
      Target.new(name: name, compiler: "#{triple}-gcc", link: %w[-static -lm], run: ->(program) { [emulator, program] },
                 packages: ["gcc-#{triple}", "libc6-dev-#{debian}-cross", "qemu-user"])
    end
  end

  # Without an operating system; text goes out by semihosting. QEMU has no cycle counter, so one
  # target runs the port on SysTick and the other on a timer of the board.
  def bare_metal
    [bare("cortex-m7", "mps2-an500", "0x60000000", %w[-mcpu=cortex-m7 -mfpu=fpv5-sp-d16]),
     bare("cortex-m4f", "mps2-an386", "0x21000000",
          %w[-mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -DHEM_CORTEX_M_CMSDK_TIMER=0x40000000u])]
  end

  def bare(name, board, zeros, flags)
    Target.new(name: name, compiler: "arm-none-eabi-gcc", port: "cortex-m", suffix: ".elf",
               flags: %w[-O2 -mthumb -mfloat-abi=hard] + flags,
               link: %W[--specs=rdimon.specs -nostartfiles -T test/golden/cortex-m/mps2.ld
                        -Wl,--defsym=zeros_at=#{zeros} -lm],
               sources: HOSTED + %w[test/golden/cortex-m/startup.c],
               run: lambda do |program|
                 ["qemu-system-arm", "-M", board, "-nographic", "-monitor", "none", "-serial", "none",
                  "-semihosting-config", "enable=on,target=native", "-kernel", program]
               end,
               packages: %w[gcc-arm-none-eabi libnewlib-arm-none-eabi qemu-system-arm])
  end

  def webassembly
    { "wasm-simd" => %w[-msimd128 -mbulk-memory], "wasm" => %w[-mno-bulk-memory] }.map do |name, flags|
      Target.new(name: name, compiler: "clang-19", port: "wasm", suffix: ".wasm",
                 flags: %w[-O2 --target=wasm32 -ffreestanding -nostdlib -isystem ports/wasm/include
                             -isystem test/golden/wasm/include] + flags,
                 link: %w[-fuse-ld=lld -Wl,--no-entry -Wl,-z,stack-size=262144],
                 sources: %w[ports/wasm/memory.c test/golden/wasm/main.c],
                 run: ->(program) { ["node", "test/golden/wasm/run.mjs", program] },
                 packages: %w[clang-19 lld-19 nodejs])
    end
  end

  def windows
    [Target.new(name: "windows", compiler: "x86_64-w64-mingw32-gcc", port: "windows", suffix: ".exe",
                link: %w[-static -lm], run: ->(program) { wine(program, true) },
                instead: ->(program) { wine(program, false) },
                packages: %w[gcc-mingw-w64-x86-64-win32 wine64])]
  end

  # Wine with a home of its own beside the program. A bare one, where Wine takes its libraries from
  # where they are installed, starts at once; a whole one is 700 MB of copies.
  def wine(program, bare)
    command = %w[/usr/lib/wine/wine64 /usr/lib/x86_64-linux-gnu/wine/wine64].find { |path| File.executable?(path) }
    home = File.join(File.dirname(program), bare ? "wine-bare" : "wine")
    FileUtils.mkdir_p(home)
    env = { "WINEPREFIX" => home, "WINEDEBUG" => "-all",
            "WINEDLLOVERRIDES" => "mscoree,mshtml=;winemenubuilder.exe=d" }
    if bare
      File.write(File.join(home, ".update-timestamp"), "disable\n")
      env["WINEBOOTSTRAPMODE"] = "1"
    end
    [env, command || "wine64", program]
  end
end
