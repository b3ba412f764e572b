import type { Credentials } from '@parlance/core/accounts';
import { SPEECH_ERRORS, SpeechError, type SpeechErrorCode } from '@parlance/core/errors';
import { LIMITS } from '@parlance/core/limits';
import type { SpeechService } from '@parlance/core/service';
import {
  parseStreamMessage,
  type SpeechStream,
  type StreamServerMessage,
} from '@parlance/core/speech-stream';
import { CALL_RATE_HZ } from '../options.ts';
import type { Said, SayOptions } from './call.ts';
import type { Playout } from './playout.ts';

/** Something that is to be said, until it was heard or dropped. */
interface Saying {
  readonly text: string | AsyncIterable<string>;
  readonly options: SayOptions;
  readonly said: PromiseWithResolvers<Said>;
  stream?: SpeechStream;
  heardChars: number;
  isOver: boolean;
}

/** What is said on a call, one thing after another, each on a stream of speech of its own. */
export class CallSpeech {
  readonly #service: Pick<SpeechService, 'openSpeechStream'>;
  readonly #credentials: () => Promise<Credentials>;
  readonly #playout: Playout;
  /** In their order, until they were heard. */
  readonly #sayings = new Set<Saying>();
  /** What a mark stands for that the other side has not reached. */
  readonly #marks = new Map<string, () => void>();
  #marksMade = 0;
  #last: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(
    service: Pick<SpeechService, 'openSpeechStream'>,
    credentials: () => Promise<Credentials>,
    playout: Playout,
  ) {
    this.#service = service;
    this.#credentials = credentials;
    this.#playout = playout;
  }

  /** Resolves when nothing is being synthesized. Never rejects. */
  get idle(): Promise<void> {
    return this.#last;
  }

  say(text: Saying['text'], options: SayOptions): Promise<Said> {
    const saying: Saying = { text, options, said: Promise.withResolvers(), heardChars: 0, isOver: false };
    if (this.#isClosed) saying.said.reject(new SpeechError('ABORTED', 'The call is over.'));
    else {
      this.#sayings.add(saying);
      this.#last = this.#last
        .then(() => this.#speak(saying))
        .catch((error: unknown) => this.#end(saying, () => saying.said.reject(SpeechError.from(error))));
    }
    return saying.said.promise;
  }

  /** The other side has played all audio before the mark. */
  reached(mark: string): void {
    this.#marks.get(mark)?.();
    this.#marks.delete(mark);
  }

  interrupt(): void {
    if (this.#sayings.size === 0) return;
    // First: marks may come back for audio that the other side drops now.
    this.#marks.clear();
    this.#playout.clear();
    for (const saying of this.#sayings) {
      const { heardChars, stream, said } = saying;
      this.#end(saying, () => said.resolve({ heardChars, isInterrupted: true }));
      stream?.leave();
    }
  }

  close(): void {
    this.#isClosed = true;
    this.interrupt();
  }

  #end(saying: Saying, settle: () => void): void {
    saying.isOver = true;
    this.#sayings.delete(saying);
    settle();
  }

  #mark(onReached: () => void): void {
    const name = `parlance-${++this.#marksMade}`;
    this.#marks.set(name, onReached);
    this.#playout.mark(name);
  }

  /** @returns when its audio was sent */
  async #speak(saying: Saying): Promise<void> {
    const credentials = await this.#credentials();
    if (saying.isOver) return;
    const ready = Promise.withResolvers<void>();
    const stream = this.#service.openSpeechStream(credentials, {
      send: (message) => {
        if (saying.isOver) return;
        if (message.type === 'READY') ready.resolve();
        else this.#told(saying, message);
      },
      sendAudio: async (bytes) => (saying.isOver ? undefined : this.#playout.play(bytes)),
      close: () => ready.resolve(),
    });
    saying.stream = stream;
    const { voiceCode, speed } = saying.options;
    const config = { voiceCode, speed, outputFormat: 'pcm', sampleRate: CALL_RATE_HZ };
    stream.receive(parseStreamMessage(JSON.stringify({ type: 'SPEECH_CONFIG', config })));
    await Promise.race([ready.promise, stream.ended]);
    // Not awaited: nobody waits for a text that does not go on once the caller has interrupted it.
    feed(saying, stream).catch((error: unknown) => {
      this.#end(saying, () => saying.said.reject(error));
      stream.leave();
    });
    await stream.ended;
  }

  #told(saying: Saying, message: StreamServerMessage): void {
    switch (message.type) {
      case 'SPOKEN':
        this.#mark(() => {
          saying.heardChars = message.end;
        });
        return;
      case 'STREAM_END':
        this.#mark(() => {
          const heard = { heardChars: message.characters, isInterrupted: false };
          this.#end(saying, () => saying.said.resolve(heard));
        });
        return;
      case 'ERROR':
        this.#end(saying, () => saying.said.reject(errorOf(message)));
        return;
    }
  }
}

async function feed(saying: Saying, stream: SpeechStream): Promise<void> {
  for await (const text of messagesOf(saying.text)) {
    if (saying.isOver) return;
    stream.receive({ type: 'text', text });
  }
  stream.receive({ type: 'done' });
}

/** A stream of speech takes no longer messages. */
async function* messagesOf(text: string | AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  const { maxMessageChars } = LIMITS.speechStream;
  for await (const part of typeof text === 'string' ? [text] : text) {
    const chars = [...part];
    for (let at = 0; at < chars.length; at += maxMessageChars)
      yield chars.slice(at, at + maxMessageChars).join('');
  }
}

function errorOf({ code, message }: Extract<StreamServerMessage, { type: 'ERROR' }>): SpeechError {
  return new SpeechError(code in SPEECH_ERRORS ? (code as SpeechErrorCode) : 'INTERNAL', message);
}
