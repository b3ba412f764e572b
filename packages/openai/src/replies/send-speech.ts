import { SpeechError } from '@parlance/core/errors';
import type { StreamedSynthesis, TimedWord } from '@parlance/core/synthesis';
import type { FastifyReply } from 'fastify';
import { errorBody } from '../errors/error-reply.ts';
import { type OpenStream, openStream, type StreamRules } from './open-stream.ts';
import { EVENT_STREAM, serverEvent } from './server-events.ts';

/** How pieces of audio leave, and how their end does. */
interface SpeechForm {
  readonly headers: Readonly<Record<string, string>>;
  readonly piece: (bytes: Uint8Array) => Uint8Array | string;
  /** After the last piece. */
  readonly last: () => string | undefined;
  /** What is sent when it fails in the middle; absent: the connection is cut, so that nobody takes it for a whole file. */
  readonly failure?: (error: SpeechError) => string;
}

export function audioForm({ contentType }: StreamedSynthesis): SpeechForm {
  return { headers: { 'content-type': contentType }, piece: (bytes) => bytes, last: () => undefined };
}

/**
 * OpenAI counts tokens; here a code point of the text is one, and audio has none.
 *
 * @param words grows while the audio is made; those that were found since the last event go with the next
 */
export function eventForm({ characters }: StreamedSynthesis, words: TimedWord[]): SpeechForm {
  const usage = { input_tokens: characters, output_tokens: 0, total_tokens: characters };
  return {
    headers: EVENT_STREAM,
    piece: (bytes) =>
      wordsEvent(words) +
      serverEvent({ type: 'speech.audio.delta', audio: Buffer.from(bytes).toString('base64') }),
    last: () => wordsEvent(words) + serverEvent({ type: 'speech.audio.done', usage }),
    failure: (error) => serverEvent(errorBody(error)),
  };
}

function wordsEvent(words: TimedWord[]): string {
  return words.length === 0 ? '' : serverEvent({ type: 'speech.audio.words', words: words.splice(0) });
}

/**
 * Sends a synthesis piece by piece.
 *
 * @throws SpeechError while nothing is sent yet
 */
export async function sendSpeech(
  reply: FastifyReply,
  { audio, characters, credits }: StreamedSynthesis,
  form: SpeechForm,
  rules: StreamRules,
): Promise<void> {
  const pieces = audio[Symbol.asyncIterator]();
  let stream: OpenStream | undefined;
  try {
    for (let piece = await pieces.next(); piece.done !== true; piece = await pieces.next()) {
      stream ??= openStream(
        reply,
        { ...form.headers, 'x-characters': String(characters), 'x-credits': credits },
        rules,
      );
      await stream.write(form.piece(piece.value));
    }
    if (stream === undefined) throw new SpeechError('INTERNAL', 'The synthesis gave no audio.');
    const last = form.last();
    if (last !== undefined) await stream.write(last);
    stream.end();
  } catch (cause) {
    if (stream === undefined) throw cause;
    if (rules.signal.aborted) reply.log.info('client left before the end of its audio');
    else reply.log.error({ err: cause }, 'audio was cut off');
    if (form.failure !== undefined && !rules.signal.aborted) {
      await stream.write(form.failure(SpeechError.from(cause))).catch(() => undefined);
      stream.end();
    } else stream.cutOff();
  } finally {
    await pieces.return?.();
  }
}
