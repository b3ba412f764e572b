import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { SpeechError } from '@parlance/core/errors';
import type { VariantAnswer, VariantCommand } from './messages.ts';
import type { PeerEnvironment } from './peers.ts';
import { peakMemoryMibOfTree } from './process-memory.ts';
import type { Sample } from './sample.ts';

const ENTRY = fileURLToPath(new URL('variant-main.ts', import.meta.url));

/** A variant in a fresh process, open and warm. */
export interface VariantProcess {
  readonly variant: string;
  measure(caseName: string): Promise<readonly Sample[]>;
  /** @returns the peak of its memory in MiB, if the system tells */
  close(): Promise<number | undefined>;
}

export interface VariantToOpen {
  readonly benchmarkUrl: string;
  readonly variant: string;
  readonly peers: Readonly<Record<string, PeerEnvironment>>;
}

/** @throws SpeechError `INTERNAL` with what the variant says, when it does not come up */
export async function openVariantProcess(choice: VariantToOpen): Promise<VariantProcess> {
  const { variant } = choice;
  const child = fork(ENTRY, [], {
    execArgv: ['--conditions=@parlance/source'],
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  const ready = await ask(child, variant, { type: 'variant-open', ...choice });
  const subjectPid = ready.type === 'variant-ready' ? ready.subjectPid : 0;
  return {
    variant,
    async measure(caseName) {
      const answer = await ask(child, variant, { type: 'case-measure', caseName });
      return answer.type === 'case-measured' ? answer.samples : [];
    },
    async close() {
      const peakMib = peakMemoryMibOfTree(subjectPid);
      await ask(child, variant, { type: 'variant-close' });
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
      return peakMib;
    },
  };
}

async function ask(child: ChildProcess, variant: string, command: VariantCommand): Promise<VariantAnswer> {
  const answered = new AbortController();
  const { signal } = answered;
  try {
    child.send(command);
    const [answer]: VariantAnswer[] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(([code, signalName]): VariantAnswer[] => [
        { type: 'variant-failed', message: `its process ended with ${code ?? signalName}` },
      ]),
    ]);
    if (answer === undefined || answer.type !== 'variant-failed') return answer as VariantAnswer;
    throw new SpeechError('INTERNAL', `Variant ${variant} failed: ${answer.message}`);
  } catch (error) {
    if (child.connected) child.disconnect();
    throw error;
  } finally {
    answered.abort();
  }
}
