import { TEXTS } from '../../first-audio-latency/texts.ts';
import type { Variant } from '../../runner/contract.ts';
import { openSpeakingService } from '../../service/speaking-service.ts';
import { CALLERS, callAtOnce } from '../callers.ts';

/** `parlance serve`, each caller on a kept connection. */
export const parlance: Variant = {
  async open() {
    const server = await openSpeakingService();
    const connections = Array.from({ length: CALLERS }, () => server.connect());
    await Promise.all(connections.map((connection) => connection.speak({ text: TEXTS[12] })));
    return {
      subjectPid: server.pid,
      measure: () =>
        callAtOnce(async (caller) => {
          const sample = await connections[caller]?.speak({ text: TEXTS[298] });
          return sample ?? { values: {} };
        }),
      async close() {
        for (const connection of connections) connection.close();
        await server.stop();
      },
    };
  },
};
