import { SpeechError } from '@parlance/core/errors';
import type { AudioFormatName } from '../first-audio-latency/texts.ts';
import { createConnection, timeRequest } from '../first-audio-latency/timed-request.ts';
import type { Sample } from '../runner/sample.ts';
import { type Caller, createCaller } from './caller.ts';
import { startService } from './service-process.ts';

/** Live callers of the greatest question. */
const TTS_CONCURRENCY = 64;
/** Nobody is there: what comes of the webhook is not part of any question. */
const WEBHOOK_URL = 'http://127.0.0.1:9/none';

export interface LiveWish {
  readonly text: string;
  /** Default `joe`. */
  readonly voiceCode?: string;
  /** Default `wav`. */
  readonly format?: AudioFormatName;
  /** Whether speech from before will do. Default false: what is measured is made. */
  readonly mayReuse?: boolean;
}

/** `parlance serve` with the voice joe among those of live requests. */
export interface SpeakingService {
  readonly caller: Caller;
  readonly pid: number;
  /** A caller on a connection of its own that is kept. */
  connect(): { speak(wish: LiveWish): Promise<Sample>; close(): void };
  /** @returns the job's id */
  submit(text: string): Promise<string>;
  stop(): Promise<void>;
}

export async function openSpeakingService(
  environment: Readonly<Record<string, string>> = {},
  settings: Readonly<Record<string, unknown>> = {},
): Promise<SpeakingService> {
  const server = await startService(environment, {
    realtimeVoices: ['joe', 'awb', 'kal', 'rms', 'slt'],
    // What a question asks for is measured, not refused.
    maxLiveWaitSeconds: null,
    ...settings,
  });
  const caller = await createCaller(server, { ttsConcurrency: TTS_CONCURRENCY });
  const url = `${server.url}/v1/tts`;
  return {
    caller,
    pid: server.pid,
    connect() {
      const agent = createConnection();
      return {
        speak: ({ text, voiceCode = 'joe', format = 'wav', mayReuse = false }) =>
          timeRequest(agent, {
            url,
            headers: { ...caller.headers, ...(mayReuse ? {} : { 'cache-control': 'no-store' }) },
            body: { mode: 'sync', voiceCode, outputFormat: format, text },
            format,
          }),
        close: () => agent.destroy(),
      };
    },
    async submit(text) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...caller.headers, 'content-type': 'application/json' },
        body: JSON.stringify({
          mode: 'async',
          voiceCode: 'joe',
          text,
          outputFormat: 'wav',
          webhookUrl: WEBHOOK_URL,
        }),
      });
      if (!answer.ok) throw new SpeechError('INTERNAL', `No job was taken on: ${answer.status}.`);
      return ((await answer.json()) as { requestId: string }).requestId;
    },
    stop: () => server.stop(),
  };
}
