import { setFlagsFromString } from 'node:v8';
import { collectGarbage } from '@parlance/worker-kit/garbage';

/** No function of a module has this index. */
const NO_FUNCTION = 2 ** 31 - 1;

/** From this version on V8 drops unoptimized code when it collects under pressure of memory; before, it keeps such code. */
const DROPS_CODE = Number.parseInt(process.versions.node, 10) >= 24;

/**
 * Starts a WebAssembly program without optimizing its functions, until {@link dropCompiledCode} says otherwise.
 *
 * PostgreSQL's interpreter of expressions is one function of 105 KB, which runs a little at each start. To optimize it takes 3 s of a core and
 * 600 MB, of which up to 100 stay with the process; statements of a few rows gain nothing by it, an aggregate over 200 000 rows takes a third of the time.
 *
 * The flags are those of the process, and V8 reads them when it compiles and collects: nothing else should compile WebAssembly meanwhile, or it stays
 * unoptimized until its code is dropped. Given when the process starts they would hold for its other WebAssembly as well, and for as long as it lives; and the process may be
 * an application's.
 */
export async function compileSparingly<Started>(start: () => Promise<Started>): Promise<Started> {
  setFlagsFromString(`--wasm-tier-up-filter=${NO_FUNCTION}`);
  if (DROPS_CODE) setFlagsFromString('--no-flush-liftoff-code');
  try {
    return await start();
  } finally {
    setFlagsFromString('--wasm-tier-up-filter=-1');
  }
}

/** Drops what was compiled without optimization, in the whole process: it is compiled again when it next runs, and may then be optimized. */
export async function dropCompiledCode(): Promise<void> {
  if (!DROPS_CODE) return;
  setFlagsFromString('--flush-liftoff-code');
  await collectGarbage();
}
