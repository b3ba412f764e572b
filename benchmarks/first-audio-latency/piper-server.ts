import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createModelStore } from '@parlance/models';
import { startServerProcess } from './server-process.ts';

const LISTENS = /Running on (http:\/\/127\.0\.0\.1:\d+)/;

export interface PiperServer {
  readonly pid: number;
  /** Where a text is posted to. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts Piper's own HTTP server on joe. It answers WAV whatever is asked, and that once the text is spoken whole. */
export async function openPiperServer(python: string): Promise<PiperServer> {
  const folder = await mkdtemp(join(tmpdir(), 'piper-benchmark-'));
  const { files } = await createModelStore().ensure('piper-en-us-joe-medium');
  const voice = join(folder, 'en_US-joe-medium.onnx');
  await symlink(files.model as string, voice);
  await symlink(files.config as string, `${voice}.json`);
  const server = await startServerProcess({
    command: python,
    options: ['-m', 'piper.http_server', '--model', voice, '--host', '127.0.0.1', '--port', '0'],
    cwd: folder,
    isReady: (line) => LISTENS.test(line),
  });
  return {
    pid: server.pid,
    url: `${LISTENS.exec(server.readyLine)?.[1]}/synthesize`,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
