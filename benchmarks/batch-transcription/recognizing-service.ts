import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SpeechError } from '@parlance/core';
import { ask, type Caller, createCaller } from '../service/caller.ts';
import { prepareService } from '../service/service-process.ts';

/** `parlance serve` and a caller who has recordings. */
export interface RecognizingService {
  readonly caller: Caller;
  pid(): number;
  /** @returns the answer's body */
  post(mode: 'sync' | 'async', wav: Uint8Array<ArrayBuffer>): Promise<{ readonly transcriptId?: string }>;
  isDone(transcriptId: string): Promise<boolean>;
  stop(): Promise<void>;
}

export async function openRecognizingService(): Promise<RecognizingService> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-benchmark-'));
  const server = await prepareService(folder, {});
  await server.start();
  const caller = await createCaller(server);
  return {
    caller,
    pid: server.pid,
    async post(mode, wav) {
      const form = new FormData();
      form.set('mode', mode);
      form.set('audioContent', new Blob([wav], { type: 'audio/wav' }), 'recording.wav');
      const answer = await fetch(`${caller.url}/v1/stt`, {
        method: 'POST',
        headers: caller.headers,
        body: form,
      });
      const text = await answer.text();
      if (!answer.ok) throw new SpeechError('INTERNAL', `Nothing was recognized: ${answer.status} ${text}.`);
      return JSON.parse(text) as { transcriptId?: string };
    },
    async isDone(transcriptId) {
      const { status } = await ask(caller, transcriptId, 'transcription');
      if (status === 'FAILED') throw new SpeechError('INTERNAL', 'The transcription failed.');
      return status === 'COMPLETED';
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
