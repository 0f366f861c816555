// Runs a test program that was compiled to WebAssembly: node run.mjs program.wasm
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";

let memory;

function say(line) {
    const bytes = new Uint8Array(memory.buffer);
    const text = Buffer.from(bytes.subarray(line, bytes.indexOf(0, line)));
    process.stdout.write(text.toString("latin1") + "\n");
}

const imports = {
    hem: { now_us: () => performance.now() * 1000 },
    program: { say, wall_us: () => Date.now() * 1000 },
};

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), imports);
memory = instance.exports.memory;
process.exitCode = instance.exports.run();
