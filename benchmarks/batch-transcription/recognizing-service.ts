import { SpeechError } from '@parlance/core/errors';
import { ask, type Caller, createCaller } from '../service/caller.ts';
import { listenForEnds } from '../service/end-notices.ts';
import { startService } from '../service/service-process.ts';

/** `parlance serve` and a caller who has recordings. */
export interface RecognizingService {
  readonly caller: Caller;
  readonly pid: number;
  /** A call whose form lies ready: what the client does for it is one write. @returns once the text is there */
  prepare(wav: Uint8Array<ArrayBuffer>): Promise<() => Promise<void>>;
  /** As a job. @returns once it has ended, well */
  transcribeLater(wav: Uint8Array<ArrayBuffer>): Promise<void>;
  stop(): Promise<void>;
}

export async function openRecognizingService(): Promise<RecognizingService> {
  const server = await startService();
  const caller = await createCaller(server);
  const ends = await listenForEnds();
  const prepare = async (
    wav: Uint8Array<ArrayBuffer>,
    fields: Readonly<Record<string, string>>,
  ): Promise<() => Promise<{ readonly transcriptId: string }>> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('audioContent', new Blob([wav], { type: 'audio/wav' }), 'recording.wav');
    const written = new Response(form);
    const headers = { ...caller.headers, 'content-type': written.headers.get('content-type') ?? '' };
    const body = await written.arrayBuffer();
    return async () => {
      const answer = await fetch(`${caller.url}/v1/stt`, { method: 'POST', headers, body });
      const text = await answer.text();
      if (!answer.ok) throw new SpeechError('INTERNAL', `Nothing was recognized: ${answer.status} ${text}.`);
      return JSON.parse(text) as { transcriptId: string };
    };
  };
  return {
    caller,
    pid: server.pid,
    async prepare(wav) {
      const post = await prepare(wav, { mode: 'sync' });
      return async () => void (await post());
    },
    async transcribeLater(wav) {
      const post = await prepare(wav, { mode: 'async', webhookUrl: ends.url });
      const { transcriptId } = await post();
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
