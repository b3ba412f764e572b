import type { Credentials } from '../accounts/callers/authenticate.ts';
import { SPEECH_ERRORS, type SpeechErrorCode } from '../errors/error-codes.ts';
import { SpeechError } from '../errors/speech-error.ts';
import { LIMITS } from '../limits/limits.ts';
import type { SpeechService } from '../service/speech-service.ts';
import type { SpeechStream } from '../speech-stream/speech-stream.ts';
import { parseStreamMessage } from '../speech-stream/stream-input.ts';
import type { StreamServerMessage } from '../speech-stream/stream-server-messages.ts';
import type { Said, SayOptions } from './call.ts';
import { CALL_RATE_HZ } from './call-options.ts';
import type { Playout } from './playout.ts';

/** A text that is to be played to the caller, until it has been heard or dropped. */
interface Prompt {
  readonly text: string | AsyncIterable<string>;
  readonly options: SayOptions;
  readonly said: PromiseWithResolvers<Said>;
  stream?: SpeechStream;
  heardChars: number;
  isOver: boolean;
}

/** The prompts of a call, played one after another, each from a speech stream of its own. */
export class CallSpeech {
  readonly #service: Pick<SpeechService, 'openSpeechStream'>;
  readonly #credentials: () => Promise<Credentials>;
  readonly #playout: Playout;
  /** In order, until they have been heard. */
  readonly #prompts = new Set<Prompt>();
  /** What to do when the other side reaches a mark. */
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

  say(text: Prompt['text'], options: SayOptions): Promise<Said> {
    const prompt: Prompt = { text, options, said: Promise.withResolvers(), heardChars: 0, isOver: false };
    if (this.#isClosed) prompt.said.reject(new SpeechError('ABORTED', 'The call is over.'));
    else {
      this.#prompts.add(prompt);
      this.#last = this.#last
        .then(() => this.#speak(prompt))
        .catch((error: unknown) => this.#end(prompt, () => prompt.said.reject(SpeechError.from(error))));
    }
    return prompt.said.promise;
  }

  /** The other side has played all audio before the mark. */
  reached(mark: string): void {
    this.#marks.get(mark)?.();
    this.#marks.delete(mark);
  }

  interrupt(): void {
    if (this.#prompts.size === 0) return;
    // Before anything else: marks may still arrive for audio that the other side drops now.
    this.#marks.clear();
    this.#playout.clear();
    for (const prompt of this.#prompts) {
      const { heardChars, stream, said } = prompt;
      this.#end(prompt, () => said.resolve({ heardChars, isInterrupted: true }));
      stream?.leave();
    }
  }

  close(): void {
    this.#isClosed = true;
    this.interrupt();
  }

  #end(prompt: Prompt, settle: () => void): void {
    prompt.isOver = true;
    this.#prompts.delete(prompt);
    settle();
  }

  #mark(onReached: () => void): void {
    const name = `parlance-${++this.#marksMade}`;
    this.#marks.set(name, onReached);
    this.#playout.mark(name);
  }

  /** @returns when its audio has been sent */
  async #speak(prompt: Prompt): Promise<void> {
    const credentials = await this.#credentials();
    if (prompt.isOver) return;
    const ready = Promise.withResolvers<void>();
    const stream = this.#service.openSpeechStream(credentials, {
      send: (message) => {
        if (prompt.isOver) return;
        if (message.type === 'READY') ready.resolve();
        else this.#told(prompt, message);
      },
      sendAudio: async (bytes) => (prompt.isOver ? undefined : this.#playout.play(bytes)),
      close: () => ready.resolve(),
    });
    prompt.stream = stream;
    const { voiceCode, speed } = prompt.options;
    const config = { voiceCode, speed, outputFormat: 'pcm', sampleRate: CALL_RATE_HZ };
    stream.receive(parseStreamMessage(JSON.stringify({ type: 'SPEECH_CONFIG', config })));
    await Promise.race([ready.promise, stream.ended]);
    // Not awaited: a text that never continues must not delay the next prompt once the caller has interrupted it.
    feed(prompt, stream).catch((error: unknown) => {
      this.#end(prompt, () => prompt.said.reject(error));
      stream.leave();
    });
    await stream.ended;
  }

  #told(prompt: Prompt, message: StreamServerMessage): void {
    switch (message.type) {
      case 'SPOKEN':
        this.#mark(() => {
          prompt.heardChars = message.end;
        });
        return;
      case 'STREAM_END':
        this.#mark(() => {
          const heard = { heardChars: message.characters, isInterrupted: false };
          this.#end(prompt, () => prompt.said.resolve(heard));
        });
        return;
      case 'ERROR':
        this.#end(prompt, () => prompt.said.reject(errorOf(message)));
        return;
    }
  }
}

async function feed(prompt: Prompt, stream: SpeechStream): Promise<void> {
  for await (const text of messagesOf(prompt.text)) {
    if (prompt.isOver) return;
    stream.receive({ type: 'text', text });
  }
  stream.receive({ type: 'done' });
}

/** Cuts a text into messages that a speech stream accepts. */
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
