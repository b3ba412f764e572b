import { SpeechError } from '@parlance/core';
import { ask, type Caller, createCaller } from '../service/caller.ts';
import { listenForEnds } from '../service/end-notices.ts';
import { startService } from '../service/service-process.ts';

/** `parlance serve` and a caller who has recordings. */
export interface RecognizingService {
  readonly caller: Caller;
  readonly pid: number;
  /** @returns once the text is there */
  transcribe(wav: Uint8Array<ArrayBuffer>): Promise<void>;
  /** As a job. @returns once it has ended, well */
  transcribeLater(wav: Uint8Array<ArrayBuffer>): Promise<void>;
  stop(): Promise<void>;
}

export async function openRecognizingService(): Promise<RecognizingService> {
  const server = await startService();
  const caller = await createCaller(server);
  const ends = await listenForEnds();
  const post = async (
    wav: Uint8Array<ArrayBuffer>,
    fields: Readonly<Record<string, string>>,
  ): Promise<{ readonly transcriptId: string }> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('audioContent', new Blob([wav], { type: 'audio/wav' }), 'recording.wav');
    const answer = await fetch(`${caller.url}/v1/stt`, {
      method: 'POST',
      headers: caller.headers,
      body: form,
    });
    const text = await answer.text();
    if (!answer.ok) throw new SpeechError('INTERNAL', `Nothing was recognized: ${answer.status} ${text}.`);
    return JSON.parse(text) as { transcriptId: string };
  };
  return {
    caller,
    pid: server.pid,
    transcribe: async (wav) => void (await post(wav, { mode: 'sync' })),
    async transcribeLater(wav) {
      const { transcriptId } = await post(wav, { mode: 'async', webhookUrl: ends.url });
      await ends.ended(transcriptId);
      const { status } = await ask(caller, transcriptId, 'transcription');
      if (status !== 'COMPLETED') throw new SpeechError('INTERNAL', `The transcription ended as ${status}.`);
    },
    async stop() {
      await server.stop();
      await ends.close();
    },
  };
}
