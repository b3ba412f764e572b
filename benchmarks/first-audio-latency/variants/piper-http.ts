import type { Variant } from '../../runner/contract.ts';
import { openPiperServer } from '../piper-server.ts';
import { latencyCase } from '../texts.ts';
import { createConnection, timeRequest } from '../timed-request.ts';
import { warmUp } from '../warm-up.ts';

/** Piper's own HTTP server on the same voice. */
export const piperHttp: Variant = {
  async open({ peers }) {
    const server = await openPiperServer(peers['piper-http']?.python as string);
    const agent = createConnection();
    const measure = async (caseName: string) => {
      const { text } = latencyCase(caseName);
      return [await timeRequest(agent, { url: server.url, headers: {}, body: { text }, format: 'wav' })];
    };
    await warmUp(measure);
    return {
      subjectPid: server.pid,
      measure,
      async close() {
        agent.destroy();
        await server.stop();
      },
    };
  },
};
