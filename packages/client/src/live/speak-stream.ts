import type { StreamServerMessage } from '@parlance/core/speech-stream';
import type { VocabularyTerm } from '@parlance/core/vocabulary';
import type { Connection } from '../http/call.ts';
import { openLiveSocket } from './live-socket.ts';

export interface SpeakStreamOptions {
  /** Absent: the server's default voice. */
  readonly voiceCode?: string;
  /** `pcm`, 16-bit little-endian and mono, or `mp3`. Default `pcm`. */
  readonly outputFormat?: 'pcm' | 'mp3';
  /** In Hz. Absent: the voice's own. */
  readonly sampleRate?: number;
  /** Only for MP3, in kbit/s. */
  readonly bitrate?: number;
  /** 1 is the voice's own speed. */
  readonly speed?: number;
  /** `ssml`: the text up to each `flush()` is a `<speak>` document. Default `text`. */
  readonly textType?: 'text' | 'ssml';
  /** Whether `WORDS` reports when each word is spoken. */
  readonly timings?: 'word';
  /** Your own names and words, in addition to those of the app: how they are written, spoken and recognized. */
  readonly vocabulary?: readonly VocabularyTerm[];
  /** Your own name for the stream, for the server's log. */
  readonly sessionId?: string;
  readonly signal?: AbortSignal;
  /** How long the server may take to be ready before this counts as a lost connection. Absent: without a limit. */
  readonly readyTimeoutMs?: number;
}

/** A piece of audio, in order. */
export interface StreamedAudio {
  readonly type: 'AUDIO';
  readonly audio: Uint8Array;
}

export type SpeechStreamEvent =
  | StreamedAudio
  | Extract<
      StreamServerMessage,
      { readonly type: 'SPOKEN' | 'WORDS' | 'MARK' | 'WARNING' | 'FLUSHED' | 'CANCELLED' }
    >;

/**
 * Speech for a text that is still being written. To be iterated once; the loop ends after `end()`, when everything has been synthesized, and leaving it ends
 * the stream. If the server ends the stream with an ERROR, the loop throws `ParlanceError`.
 *
 * Text that is written before the server is ready is kept; after `end()`, everything but `cancel()` is ignored.
 */
export interface SpeechStream extends AsyncIterable<SpeechStreamEvent> {
  /** Resolves with the server's id of the stream when the server is ready for text. Rejects if the stream ended before. */
  readonly ready: Promise<string>;
  /** Adds text, which may be cut anywhere, even inside a word; at most 20 000 characters in all. */
  write(text: string): void;
  /** The text so far is complete: it is spoken to its end, and `FLUSHED` follows. */
  flush(): void;
  /** Drops all text that is not spoken yet, and its audio: audio after `CANCELLED` belongs to later text. After `end()`, the loop ends. */
  cancel(): void;
  /** No more text follows. */
  end(): void;
}

/** The longest text of a message; a longer text is sent in several. */
const MESSAGE_CHARS = 4096;

export function speakStream(
  connection: Connection,
  Socket: typeof WebSocket,
  { signal, readyTimeoutMs, ...config }: SpeakStreamOptions,
): SpeechStream {
  const live = openLiveSocket<SpeechStreamEvent>(connection, Socket, {
    path: '/v1/tts/stream',
    firstMessage: { type: 'SPEECH_CONFIG', config },
    signal,
    readyTimeoutMs,
    isAlwaysRead: true,
    eventTypes: ['SPOKEN', 'WORDS', 'MARK', 'WARNING', 'FLUSHED', 'CANCELLED'],
    onAudio: (audio) => ({ type: 'AUDIO', audio }),
  });
  const send = sendOnceReady(live.ready, live.send);
  let heldSurrogate = '';
  let isEnded = false;
  /** If the caller cut a character beyond 16 bits in two, it is sent when its other half arrives. */
  const write = (text: string): void => {
    if (isEnded) return;
    const joined = heldSurrogate + text;
    heldSurrogate = /[\ud800-\udbff]$/.exec(joined)?.[0] ?? '';
    for (const piece of piecesOf(joined.slice(0, joined.length - heldSurrogate.length))) {
      send({ type: 'TEXT', text: piece });
    }
  };
  /** Half a character whose other half never arrived is dropped. */
  const mark = (type: 'FLUSH' | 'CANCEL' | 'DONE'): void => {
    heldSurrogate = '';
    if (isEnded && type !== 'CANCEL') return;
    isEnded ||= type === 'DONE';
    send({ type });
  };
  return {
    ready: live.ready,
    write,
    flush: () => mark('FLUSH'),
    cancel: () => mark('CANCEL'),
    end: () => mark('DONE'),
    [Symbol.asyncIterator]: () => live[Symbol.asyncIterator](),
  };
}

/** Holds messages back until the server is ready. */
function sendOnceReady(ready: Promise<string>, send: (message: object) => void): (message: object) => void {
  let held: object[] | undefined = [];
  ready.then(
    () => {
      for (const message of held ?? []) send(message);
      held = undefined;
    },
    () => {
      held = undefined;
    },
  );
  return (message) => {
    if (held === undefined) send(message);
    else held.push(message);
  };
}

/** Cuts a text between characters, which the server's limit counts. */
function* piecesOf(text: string): Generator<string> {
  const characters = Array.from(text);
  for (let at = 0; at < characters.length; at += MESSAGE_CHARS) {
    yield characters.slice(at, at + MESSAGE_CHARS).join('');
  }
}
