import { Agent, request } from 'node:http';
import { SpeechError } from '@parlance/core/errors';
import type { Sample } from '../runner/sample.ts';
import type { AudioFormatName } from './texts.ts';

/** Of joe, in both services. */
const SAMPLE_RATE_HZ = 22_050;
const PCM_BYTES_PER_SECOND = SAMPLE_RATE_HZ * 2;
const WAV_HEADER_BYTES = 44;

export interface AudioRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** What comes back. */
  readonly format: AudioFormatName;
}

/** One kept connection, as a voice agent has it. */
export function createConnection(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 1 });
}

/**
 * Asks for speech and times the answer from the moment the request is written.
 *
 * A WAV header says nothing of the speech and can be sent before it is made, so the first byte is the first one behind it.
 *
 * @throws SpeechError `INTERNAL` when the answer is no audio, so that a fast refusal is never taken for fast speech
 */
export async function timeRequest(
  agent: Agent,
  { url, headers, body, format }: AudioRequest,
): Promise<Sample> {
  const payload = JSON.stringify(body);
  const { promise, resolve, reject } = Promise.withResolvers<Sample>();
  const startedAtMs = performance.now();
  const sinceMs = (): number => performance.now() - startedAtMs;
  const sent = request(
    url,
    {
      agent,
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
      },
    },
    (response) => {
      const headerBytes = format === 'wav' ? WAV_HEADER_BYTES : 0;
      let receivedBytes = 0;
      let firstByteMs: number | undefined;
      let text = '';
      response.on('data', (chunk: Buffer) => {
        receivedBytes += chunk.length;
        if (receivedBytes > headerBytes) firstByteMs ??= sinceMs();
        if (response.statusCode !== 200) text += chunk.toString();
      });
      response.on('end', () => {
        const wholeAnswerMs = sinceMs();
        if (response.statusCode !== 200 || firstByteMs === undefined) {
          reject(
            new SpeechError('INTERNAL', `${url} answered ${response.statusCode} without audio: ${text}`),
          );
          return;
        }
        const values = { firstByteMs, wholeAnswerMs };
        const audioBytes = receivedBytes - headerBytes;
        resolve({
          values: format === 'mp3' ? values : { ...values, audioSeconds: audioBytes / PCM_BYTES_PER_SECOND },
        });
      });
      response.on('error', reject);
    },
  );
  sent.on('error', reject);
  sent.end(payload);
  return promise;
}
