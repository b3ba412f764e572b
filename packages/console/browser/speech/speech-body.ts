import { ApiError } from '../api/client.ts';

/** A word of the text: its range in code points, and its time in seconds of the audio. */
export interface TimedTextWord {
  readonly start: number;
  readonly end: number;
  readonly startTime: number;
  readonly endTime: number;
}

/** Part of an answer: audio in pieces of any size, or the words of audio that came before. */
export type SpeechBodyPart = Uint8Array<ArrayBuffer> | readonly TimedTextWord[];

type SpeechEvent =
  | { readonly type: 'speech.audio.delta'; readonly audio: string }
  | { readonly type: 'speech.audio.words'; readonly words: readonly TimedTextWord[] }
  | { readonly type: 'speech.audio.done' }
  | { readonly type?: undefined; readonly error: { readonly message: string; readonly code: string | null } };

const SERVER_FAULT = 500;

/** Reads an answer with speech, as bytes or as events. @throws ApiError if the server reports a failure, or the end is missing */
export async function* speechBody(response: Response): AsyncGenerator<SpeechBodyPart, void, undefined> {
  const isEvents = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (!isEvents) yield* piecesOf(response);
  else yield* partsOf(response);
}

async function* partsOf(response: Response): AsyncGenerator<SpeechBodyPart, void, undefined> {
  for await (const event of eventsOf(response)) {
    switch (event.type) {
      case 'speech.audio.delta':
        yield bytesOf(event.audio);
        break;
      case 'speech.audio.words':
        yield event.words;
        break;
      case 'speech.audio.done':
        return;
      case undefined:
        throw new ApiError(SERVER_FAULT, event.error.code ?? 'INTERNAL', event.error.message);
    }
  }
  throw new ApiError(0, 'NO_ANSWER', 'The connection was closed before the end of the speech.');
}

/** Parses events with their data on one line, as the server writes them. */
async function* eventsOf(response: Response): AsyncGenerator<SpeechEvent, void, undefined> {
  const decoder = new TextDecoder();
  let held = '';
  for await (const bytes of piecesOf(response)) {
    held += decoder.decode(bytes, { stream: true });
    const events = held.split('\n\n');
    held = events.pop() ?? '';
    for (const event of events) yield JSON.parse(event.replace(/^data: /, '')) as SpeechEvent;
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}

async function* piecesOf(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
