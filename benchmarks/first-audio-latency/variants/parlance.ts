import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Variant } from '../../runner/contract.ts';
import { startServerProcess } from '../server-process.ts';
import { latencyCase } from '../texts.ts';
import { createConnection, timeRequest } from '../timed-request.ts';
import { warmUp } from '../warm-up.ts';

const COMMAND = fileURLToPath(import.meta.resolve('../../../packages/parlance/bin/parlance.js'));
const VOICE = 'joe';

interface Welcome {
  readonly url: string;
  readonly appId: string;
  readonly token: string;
}

/** `parlance serve`, as an operator starts it. */
export const parlance: Variant = {
  async open() {
    const folder = await mkdtemp(join(tmpdir(), 'parlance-benchmark-'));
    const config = join(folder, 'parlance.config.json');
    const settings = {
      dataDir: join(folder, 'data'),
      realtimeVoices: [VOICE, 'awb', 'kal', 'rms', 'slt'],
      logLevel: 'error',
    };
    await writeFile(config, JSON.stringify(settings));
    const server = await startServerProcess({
      command: process.execPath,
      options: [
        '--conditions=@parlance/source',
        COMMAND,
        'serve',
        '--json',
        '--config',
        config,
        '--port',
        '0',
      ],
      cwd: folder,
      isReady: (line) => line.startsWith('{"url"'),
    });
    const { url, appId, token }: Welcome = JSON.parse(server.readyLine);
    const agent = createConnection();
    // What is measured is speech that is made, not speech that is kept.
    const headers = { authorization: `Bearer ${token}`, 'app-id': appId, 'cache-control': 'no-store' };
    const measure = async (caseName: string) => {
      const { text, format } = latencyCase(caseName);
      const body = { mode: 'sync', voiceCode: VOICE, outputFormat: format, text };
      return [await timeRequest(agent, { url: `${url}/v1/tts`, headers, body, format })];
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
