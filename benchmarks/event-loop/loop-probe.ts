import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded into the server's process before anything else: writes what its event loop was held up by to the file that
 * `PARLANCE_LOOP_PROBE` names, twice a second. Child processes don't get the variable.
 */
const file = process.env.PARLANCE_LOOP_PROBE;
const RESOLUTION_MS = 1;
const WRITE_EVERY_MS = 500;
const NS_PER_MS = 1e6;

if (file !== undefined) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const write = (): void => {
    const ms = (ns: number): number => Math.max(0, ns / NS_PER_MS - RESOLUTION_MS);
    // Renamed when it is whole: it is read at any moment.
    const fresh = `${file}.new`;
    writeFileSync(
      fresh,
      JSON.stringify({
        maxMs: ms(delays.max),
        p99Ms: ms(delays.percentile(99)),
        p50Ms: ms(delays.percentile(50)),
      }),
    );
    renameSync(fresh, file);
    // Each window is looked at alone, so that what happens at the start is not held against the load.
    delays.reset();
  };
  setInterval(write, WRITE_EVERY_MS).unref();
}
