import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createModelStore } from '@parlance/models';
import type { Variant } from '../../runner/contract.ts';
import { startServerProcess } from '../server-process.ts';
import { latencyCase } from '../texts.ts';
import { createConnection, timeRequest } from '../timed-request.ts';
import { warmUp } from '../warm-up.ts';

const LISTENS = /Running on (http:\/\/127\.0\.0\.1:\d+)/;

/** Piper's own HTTP server on the same voice. It answers WAV whatever is asked, and that once the text is spoken whole. */
export const piperHttp: Variant = {
  async open({ peers }) {
    const folder = await mkdtemp(join(tmpdir(), 'piper-benchmark-'));
    const { files } = await createModelStore().ensure('piper-en-us-joe-medium');
    const voice = join(folder, 'en_US-joe-medium.onnx');
    await symlink(files.model as string, voice);
    await symlink(files.config as string, `${voice}.json`);
    const server = await startServerProcess({
      command: peers['piper-http']?.python as string,
      options: ['-m', 'piper.http_server', '--model', voice, '--host', '127.0.0.1', '--port', '0'],
      cwd: folder,
      isReady: (line) => LISTENS.test(line),
    });
    const url = LISTENS.exec(server.readyLine)?.[1] as string;
    const agent = createConnection();
    const measure = async (caseName: string) => {
      const { text } = latencyCase(caseName);
      return [
        await timeRequest(agent, { url: `${url}/synthesize`, headers: {}, body: { text }, format: 'wav' }),
      ];
    };
    await warmUp(measure);
    return {
      subjectPid: server.pid,
      measure,
      async close() {
        agent.destroy();
        await server.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};
