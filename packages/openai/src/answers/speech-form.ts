import type { StreamedSynthesis, TimedWord } from '@parlance/core/synthesis';
import type { PieceForm } from '@parlance/http/kit';
import { errorBody } from '@parlance/openai-kit';
import { EVENT_STREAM, serverEvent } from './server-events.ts';

export function audioForm(synthesis: StreamedSynthesis): PieceForm {
  return { headers: { 'content-type': synthesis.contentType, ...priceHeaders(synthesis) } };
}

/**
 * The usage counts code points of the text as tokens, and none for audio.
 *
 * @param words grows while the audio is synthesized; words found since the last event are sent with the next one
 */
export function eventForm(synthesis: StreamedSynthesis, words: TimedWord[]): PieceForm {
  const { characters } = synthesis;
  const usage = { input_tokens: characters, output_tokens: 0, total_tokens: characters };
  return {
    headers: { ...EVENT_STREAM, ...priceHeaders(synthesis) },
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

function priceHeaders({ characters, credits }: StreamedSynthesis): Record<string, string> {
  return { 'x-characters': String(characters), 'x-credits': credits };
}
