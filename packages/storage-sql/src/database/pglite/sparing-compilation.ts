import { setFlagsFromString } from 'node:v8';
import { collectGarbage } from '@parlance/worker-kit/garbage';

/** No function of a module has this index. */
const NO_FUNCTION = 2 ** 31 - 1;

/** From this version on, V8 drops unoptimized code in garbage collections under memory pressure; earlier versions keep it. */
const DROPS_CODE = Number.parseInt(process.versions.node, 10) >= 24;

/**
 * Starts a WebAssembly program without optimizing its functions, until {@link dropCompiledCode} is called.
 *
 * PostgreSQL's expression interpreter is one function of 105 KB, which runs a little at each start. Optimizing it takes 3 s of a core and
 * 600 MB, of which up to 100 MB stay in use; statements on a few rows gain nothing by it, an aggregate over 200 000 rows takes a third of the time.
 *
 * The flags apply to the whole process, and V8 reads them when it compiles and collects: other WebAssembly should not be compiled meanwhile, or it stays
 * unoptimized until its code is dropped. Flags on the command line would apply to other WebAssembly as well, for the life of the process; and the process may
 * belong to an application.
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

/** Drops all unoptimized code of the process: it is compiled again when it next runs, and may then be optimized. */
export async function dropCompiledCode(): Promise<void> {
  if (!DROPS_CODE) return;
  setFlagsFromString('--flush-liftoff-code');
  await collectGarbage();
}
