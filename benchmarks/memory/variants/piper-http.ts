import { openPiperServer } from '../../first-audio-latency/piper-server.ts';
import { TEXTS } from '../../first-audio-latency/texts.ts';
import type { Variant } from '../../runner/contract.ts';
import type { Sample } from '../../runner/sample.ts';
import { CALLERS, CASES } from '../cases.ts';
import { peakMemory, restingMemory } from '../sample.ts';

/** Piper's own HTTP server on the same voice. */
export const piperHttp: Variant = {
  async open({ peers }) {
    const server = await openPiperServer(peers['piper-http']?.python as string);
    const speak = async (text: string): Promise<void> => {
      const answer = await fetch(server.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text }),
      });
      await answer.arrayBuffer();
    };
    const measures: Readonly<Record<string, () => Promise<Sample>>> = {
      [CASES.rest]: () => restingMemory(server.pid),
      async [CASES.worked]() {
        await speak(TEXTS[97]);
        return restingMemory(server.pid);
      },
      [CASES.callers]: () =>
        peakMemory(server.pid, () => Promise.all(Array.from({ length: CALLERS }, () => speak(TEXTS[298])))),
    };
    return {
      subjectPid: server.pid,
      async measure(caseName) {
        const sample = await measures[caseName]?.();
        return sample === undefined ? [] : [sample];
      },
      close: () => server.stop(),
    };
  },
};
