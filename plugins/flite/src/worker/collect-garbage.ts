import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects this thread's garbage soon. A WebAssembly memory that nobody uses goes back to the system only then, which in a thread without
 * work may be never.
 */
export function collectGarbageSoon(): void {
  setImmediate(() => {
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    if (typeof collect === 'function') collect();
  });
}
