import {
  APICallError,
  InvalidArgumentError,
  type SharedV4Warning,
  type Experimental_TranscriptionModelV4StreamOptions as StreamOptions,
  type Experimental_TranscriptionModelV4StreamPart as StreamPart,
  type Experimental_TranscriptionModelV4StreamResult as StreamResult,
} from '@ai-sdk/provider';
import { convertBase64ToUint8Array } from '@ai-sdk/provider-utils';
import { createParlanceClient, type LiveEvent, type LiveSession, ParlanceError } from '@parlance/client';
import type { ParlanceConfig } from './parlance-config.ts';
import { type ParlanceTranscriptionOptions, parseTranscriptionOptions } from './transcription-options.ts';

/** Transcribes live audio. Errors of the session end the stream as `APICallError`. */
export async function streamTranscription(
  modelId: string,
  config: ParlanceConfig,
  options: StreamOptions,
): Promise<StreamResult> {
  const { providerOptions, inputAudioFormat } = options;
  const own = await parseTranscriptionOptions(providerOptions);
  const leaving = new AbortController();
  const {
    interimResults = true,
    speechCompleteTimeoutMs,
    noInputTimeoutMs,
    sessionId,
  } = own?.streaming ?? {};
  const sampleRateHz = sampleRateOf(inputAudioFormat);
  const client = createParlanceClient({
    url: config.baseURL,
    appId: config.appId(),
    token: config.token(),
    WebSocket: config.webSocket,
  });
  // Rejected while a reader holds the lock, but that reader stops at its next chunk anyway.
  const releaseAudio = (reason: unknown): void => void options.audio.cancel(reason).catch(() => undefined);
  const session = client.listen(bytesOf(options.audio), {
    sampleRateHz,
    interimResults,
    ...(speechCompleteTimeoutMs !== undefined && { speechCompleteTimeoutMs }),
    ...(noInputTimeoutMs !== undefined && { noInputTimeoutMs }),
    ...(sessionId !== undefined && { sessionId }),
    signal: AbortSignal.any([leaving.signal, ...(options.abortSignal ? [options.abortSignal] : [])]),
  });
  const url = `${config.baseURL.replace(/^http/, 'ws')}/v1/stt/realtime`;
  const parts = partsOf(session, {
    modelId,
    warnings: warningsOf(own, options),
    includeRaw: options.includeRawChunks === true,
  });
  return {
    request: { body: { inputAudioFormat } },
    response: { timestamp: new Date(), modelId },
    stream: new ReadableStream<StreamPart>({
      async pull(controller) {
        try {
          const { done, value } = await parts.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          releaseAudio(error);
          controller.error(toFrameworkError(error, url));
        }
      },
      cancel(reason) {
        leaving.abort(reason ?? new DOMException('The stream was cancelled.', 'AbortError'));
        releaseAudio(reason);
      },
    }),
  };
}

interface PartsOptions {
  readonly modelId: string;
  readonly warnings: SharedV4Warning[];
  readonly includeRaw: boolean;
}

async function* partsOf(
  session: LiveSession,
  { modelId, warnings, includeRaw }: PartsOptions,
): AsyncGenerator<StreamPart> {
  const id = await session.ready;
  yield { type: 'stream-start', warnings };
  yield { type: 'response-metadata', modelId };
  const segments: { text: string; startSecond: number; endSecond: number }[] = [];
  for await (const event of session) {
    if (includeRaw) yield { type: 'raw', rawValue: event };
    // A session without speech ends with a final without text.
    if (event.text === '') continue;
    const part = partOf(event, `${id}:${segments.length}`);
    yield part;
    const { startTime: startSecond, endTime: endSecond, text } = event;
    if (part.type === 'transcript-final') segments.push({ text, startSecond, endSecond });
  }
  yield { type: 'finish', text: segments.map(({ text }) => text).join(' '), segments };
}

function partOf(event: LiveEvent, id: string): StreamPart {
  const { text, startTime: startSecond, endTime: endSecond } = event;
  if (event.type === 'FINAL_RESULT') {
    const providerMetadata = { parlance: { confidenceScore: event.confidenceScore } };
    return { type: 'transcript-final', id, text, startSecond, endSecond, providerMetadata };
  }
  return { type: 'transcript-partial', id, text, startSecond, durationInSeconds: endSecond - startSecond };
}

async function* bytesOf(audio: ReadableStream<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  for await (const chunk of audio) yield typeof chunk === 'string' ? convertBase64ToUint8Array(chunk) : chunk;
}

function sampleRateOf({ type, rate = 16_000 }: StreamOptions['inputAudioFormat']): 8000 | 16_000 {
  if (type.toLowerCase() === 'audio/pcm' && (rate === 8000 || rate === 16_000)) return rate;
  throw new InvalidArgumentError({
    argument: 'inputAudioFormat',
    message: 'Live audio must be audio/pcm of 8000 or 16000 Hz: 16-bit little-endian mono samples.',
  });
}

function warningsOf(
  own: ParlanceTranscriptionOptions | undefined,
  { headers }: StreamOptions,
): SharedV4Warning[] {
  const unsupported = [
    ...(['language', 'timestampGranularities'] as const)
      .filter((name) => own?.[name] !== undefined)
      .map((name) => `providerOptions.parlance.${name}`),
    // WebSockets in browsers do not support headers. The SDK itself always adds a user agent.
    ...(Object.keys(headers ?? {}).some((name) => name.toLowerCase() !== 'user-agent') ? ['headers'] : []),
  ];
  return unsupported.map((feature) => ({
    type: 'unsupported',
    feature,
    details: 'Live transcription does not support it.',
  }));
}

function toFrameworkError(error: unknown, url: string): unknown {
  if (!(error instanceof ParlanceError)) return error;
  const { message, code, stage, retryable: isRetryable } = error;
  const data = { error: { code, message, ...(stage !== undefined && { stage }) } };
  return new APICallError({ message, url, requestBodyValues: {}, isRetryable, data, cause: error });
}
