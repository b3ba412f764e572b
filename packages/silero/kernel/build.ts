/**
 * Compiles `silero.ts` to WebAssembly and writes it as a source module, which needs no loader and no path when it is bundled.
 * With `--check` it writes nothing and fails if the module differs from the compiled source.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import asc from 'assemblyscript/asc';

const SOURCE = 'silero.ts';
/** A megabyte of weights, and the data between the layers. */
const MEMORY_PAGES = 18;
const target = join(import.meta.dirname, '../src/silero-kernel.ts');

const files = new Map<string, string | Uint8Array>();
const { error } = await asc.main(
  [
    SOURCE,
    ...['--outFile', 'silero.wasm', '--runtime', 'stub', '-O3', '--noAssert'],
    ...['--enable', 'simd', '--enable', 'relaxed-simd'],
    ...['--initialMemory', String(MEMORY_PAGES), '--maximumMemory', String(MEMORY_PAGES)],
  ],
  {
    readFile: (name: string) =>
      name === SOURCE ? readFileSync(join(import.meta.dirname, SOURCE), 'utf8') : null,
    writeFile: (name: string, contents: string | Uint8Array) => void files.set(name, contents),
    stderr: process.stderr,
  },
);
if (error) throw error;

const base64 = Buffer.from(files.get('silero.wasm') ?? '').toString('base64');
const lines = base64.match(/.{1,100}/g) ?? [];
const module = `/** Compiled from \`kernel/silero.ts\` by \`kernel/build.ts\`. */
export const SILERO_KERNEL = [
${lines.map((line) => `  '${line}',`).join('\n')}
].join('');
`;
if (!process.argv.includes('--check')) writeFileSync(target, module);
else if (readFileSync(target, 'utf8') !== module) {
  process.stderr.write('src/silero-kernel.ts differs from kernel/silero.ts: run kernel/build.ts.\n');
  process.exitCode = 1;
}
