import { SpeechError } from '@parlance/core/errors';
import type { Benchmark, OpenVariant } from './contract.ts';
import type { VariantAnswer, VariantCommand } from './messages.ts';

/** Entry of the process that one variant has to itself. */
let opened: Promise<OpenVariant | undefined> | undefined;

process.on('message', (command: VariantCommand) => {
  void obey(command)
    .catch((error: unknown): VariantAnswer => ({ type: 'variant-failed', message: describe(error) }))
    .then((answer) => {
      // Nobody waits for the answer of what was broken off; to send it would end this process before all is closed.
      if (process.connected) process.send?.(answer);
    });
});
// The runner is gone: whatever was started, or is being started, must not outlive it; what measures it would never end.
process.on('disconnect', () => {
  void opened
    ?.then((variant) => variant?.close())
    .catch(() => undefined)
    .finally(() => process.exit(1));
});

async function obey(command: VariantCommand): Promise<VariantAnswer> {
  switch (command.type) {
    case 'variant-open': {
      const module: { default: Benchmark } = await import(command.benchmarkUrl);
      opened = Promise.resolve(module.default.variants[command.variant]?.open({ peers: command.peers }));
      return { type: 'variant-ready', subjectPid: (await opened)?.subjectPid ?? process.pid };
    }
    case 'case-measure':
      return { type: 'case-measured', samples: (await (await opened)?.measure(command.caseName)) ?? [] };
    case 'variant-close':
      await (await opened)?.close();
      opened = undefined;
      return { type: 'variant-closed' };
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const headline = SpeechError.is(error) ? `${error.code}: ${error.message}` : (error.stack ?? error.message);
  return error.cause === undefined ? headline : `${headline}\n  because of ${describe(error.cause)}`;
}
