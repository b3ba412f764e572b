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
  /** Of MP3, in kbit/s. */
  readonly bitrate?: number;
  /** 1 is the voice's own. */
  readonly speed?: number;
  /** `ssml`: what is written up to each `flush()` is a `<speak>` document. Default `text`. */
  readonly textType?: 'text' | 'ssml';
  /** Whether `WORDS` tells when each word is said. */
  readonly timings?: 'word';
  /** Names and words of your own, beside those of the app: how they are written, said and heard. */
  readonly vocabulary?: readonly VocabularyTerm[];
  /** Your own name for the stream, for the server's log. */
  readonly sessionId?: string;
  readonly signal?: AbortSignal;
  /** How long the server may take to be ready, before it counts as a lost connection. Absent: any time. */
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
 * Text that is spoken while it is written. To be iterated once; the loop ends after `end()`, when all is spoken, and leaving it ends
 * the stream. A stream that the server ends with an ERROR makes the loop throw `ParlanceError`.
 *
 * Nothing is lost that is written before the server is ready; what is written after the end goes nowhere.
 */
export interface SpeechStream extends AsyncIterable<SpeechStreamEvent> {
  /** The server's id, once it takes text. Rejects with what ended the stream before. */
  readonly ready: Promise<string>;
  /** More text, cut anywhere, in the middle of a word too; 20 000 characters in all. */
  write(text: string): void;
  /** The text so far is whole: it is spoken to its end, and `FLUSHED` follows. */
  flush(): void;
  /** Drops all text that is not spoken yet, and its audio: what comes behind `CANCELLED` is of later text. */
  cancel(): void;
  /** No more text follows. */
  end(): void;
}

/** Of a message; a longer text is sent in several. */
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
    eventTypes: ['SPOKEN', 'WORDS', 'MARK', 'WARNING', 'FLUSHED', 'CANCELLED'],
    onAudio: (audio) => ({ type: 'AUDIO', audio }),
  });
  const send = sendOnceReady(live.ready, live.send);
  let heldSurrogate = '';
  /** A character beyond 16 bits that the caller has cut in two is sent when its other half is there. */
  const write = (text: string): void => {
    const joined = heldSurrogate + text;
    heldSurrogate = /[\ud800-\udbff]$/.exec(joined)?.[0] ?? '';
    for (const piece of piecesOf(joined.slice(0, joined.length - heldSurrogate.length))) {
      send({ type: 'TEXT', text: piece });
    }
  };
  /** A half whose other half never came is no character. */
  const mark = (type: 'FLUSH' | 'CANCEL' | 'DONE'): void => {
    heldSurrogate = '';
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

/** Holds messages back until the server takes them. */
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

/** Whole characters, which the server's limit counts. */
function* piecesOf(text: string): Generator<string> {
  const characters = Array.from(text);
  for (let at = 0; at < characters.length; at += MESSAGE_CHARS) {
    yield characters.slice(at, at + MESSAGE_CHARS).join('');
  }
}
