import { openPiperServer } from '../../first-audio-latency/piper-server.ts';
import { TEXTS } from '../../first-audio-latency/texts.ts';
import { createConnection, timeRequest } from '../../first-audio-latency/timed-request.ts';
import type { Variant } from '../../runner/contract.ts';
import { CALLERS, callAtOnce } from '../callers.ts';

/** Piper's own HTTP server on the same voice, each caller on a kept connection. */
export const piperHttp: Variant = {
  async open({ peers }) {
    const server = await openPiperServer(peers['piper-http']?.python as string);
    const agents = Array.from({ length: CALLERS }, createConnection);
    const speak = (caller: number, text: string) =>
      timeRequest(agents[caller] ?? createConnection(), {
        url: server.url,
        headers: {},
        body: { text },
        format: 'wav',
      });
    await callAtOnce((caller) => speak(caller, TEXTS[12]));
    return {
      subjectPid: server.pid,
      measure: () => callAtOnce((caller) => speak(caller, TEXTS[298])),
      async close() {
        for (const agent of agents) agent.destroy();
        await server.stop();
      },
    };
  },
};
