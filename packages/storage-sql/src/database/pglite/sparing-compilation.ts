import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** No function of a module has this index. */
const NO_FUNCTION = 2 ** 31 - 1;

/**
 * Starts a WebAssembly program without optimizing its functions, until {@link dropCompiledCode} says otherwise.
 *
 * PostgreSQL's interpreter of expressions is one function of 105 KB, which runs a little at each start. To optimize it takes 3 s of a core and
 * 600 MB, of which up to 100 stay with the process; statements of a few rows gain nothing by it, an aggregate over 200 000 rows takes a third of the time. The flags are those of the process, and V8
 * reads them when it compiles: nothing else should compile WebAssembly meanwhile, or it stays unoptimized until its code is dropped.
 */
export async function compileSparingly<Started>(start: () => Promise<Started>): Promise<Started> {
  setFlagsFromString(`--wasm-tier-up-filter=${NO_FUNCTION}`);
  try {
    return await start();
  } finally {
    setFlagsFromString('--wasm-tier-up-filter=-1');
  }
}

/** Drops what was compiled without optimization, in the whole process: it is compiled again when it next runs, and may then be optimized. */
export function dropCompiledCode(): void {
  setFlagsFromString('--expose-gc');
  setFlagsFromString('--flush-liftoff-code');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect({ type: 'major', flavor: 'last-resort' });
}
