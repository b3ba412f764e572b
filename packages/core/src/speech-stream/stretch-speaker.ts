import type { App } from '../accounts/app.ts';
import type { AudioFormat } from '../audio/output-format.ts';
import { PCM_BYTES_PER_SAMPLE } from '../audio/pcm-format.ts';
import { roundSeconds } from '../audio/round-seconds.ts';
import { SpeechError } from '../errors/speech-error.ts';
import { LIMITS } from '../limits/limits.ts';
import type { Script } from '../ssml/delivery.ts';
import type { LiveSynthesizer } from '../synthesis/live/live-synthesizer.ts';
import { synthesizeSpeech } from '../synthesis/speech/synthesize-speech.ts';
import type { TimedWord } from '../synthesis/words/word-timer.ts';
import type { ReadingForm } from '../text/reading-form.ts';
import { countChars, hasSpeech } from '../text/speakable.ts';
import { readDocument } from './read-document.ts';
import type { StreamOutlet } from './speech-stream.ts';
import type { StreamAccount, StreamVoice } from './stream-account.ts';
import { textTooLong } from './stream-errors.ts';
import { createStretch, type Stretch } from './stretch.ts';

export interface StretchSpeakerOptions {
  readonly app: Pick<App, 'appId'>;
  readonly using: StreamVoice;
  /** Whether each stretch is an SSML document. */
  readonly isSsml: boolean;
  /** How the vocabulary's terms are read. @throws SpeechError a storage code */
  readonly terms: () => Promise<readonly ReadingForm[] | undefined>;
  /** Whether the client gets the times of words. */
  readonly hasTimings: boolean;
  readonly account: StreamAccount;
  readonly outlet: Pick<StreamOutlet, 'send' | 'sendAudio'>;
  /** Called when {@link StretchSpeaker.isWorking} changes. */
  readonly onWorking: () => void;
  /** Called once, when everything up to `finish` has been spoken. */
  readonly onFinished: () => void;
  readonly onError: (error: SpeechError) => void;
}

/** Steps that are performed one after another: speech, and the answers that wait for it. */
type Step =
  | { readonly type: 'speak'; readonly stretch: Stretch }
  | { readonly type: 'FLUSHED' | 'CANCELLED'; readonly characters?: number }
  | { readonly type: 'finish' };

/** How many FLUSH and CANCEL may wait for their answers: no conversation needs that many before the first is spoken. */
const MAX_STEPS = 256;
const BITS_IN_BYTE = 8;

/** Synthesizes the text of a stream, stretch by stretch. */
export class StretchSpeaker {
  readonly #live: LiveSynthesizer;
  readonly #options: StretchSpeakerOptions;
  #steps: Step[] = [];
  #working: Promise<void> | undefined;
  /** The stretch that receives arriving text. */
  #open: Stretch | undefined;
  /** Stretches that have not been spoken to their ends. */
  #unspoken: Stretch[] = [];
  #characters = 0;
  /** Code points received, including the markup of SSML. */
  #received = 0;
  #isWorking = false;
  #spokenCharacters = 0;
  #sentBytes = 0;

  constructor(live: LiveSynthesizer, options: StretchSpeakerOptions) {
    this.#live = live;
    this.#options = options;
  }

  /** Code points of all text so far. */
  get characters(): number {
    return this.#characters;
  }

  /** Length of all audio sent. MP3 has a constant bitrate here. */
  get audioSeconds(): number {
    return roundSeconds(this.#sentBytes / bytesPerSecond(this.#options.using.format));
  }

  /** Whether so many steps wait that no more messages are accepted. */
  get isFull(): boolean {
    return this.#steps.length >= MAX_STEPS;
  }

  /** Whether the client can only wait, since its text is being turned into speech. Not while more text is awaited, or the client takes audio. */
  get isWorking(): boolean {
    return this.#isWorking;
  }

  hasRoomFor(characters: number): boolean {
    const { isSsml } = this.#options;
    const most = LIMITS.speechStream.maxTextChars * (isSsml ? LIMITS.ssml.maxMarkupFactor : 1);
    return this.#received + characters <= most;
  }

  write(text: string): void {
    if (text === '') return;
    this.#open ??= this.#begin();
    const stretch = this.#open;
    this.#received += countChars(text);
    stretch.write(text);
    // What a document says is known, and charged, only when it is complete.
    if (this.#options.isSsml) return;
    this.#characters = this.#received;
    this.#options.account.pay(this.#characters, () => stretch.release(text));
  }

  flush(): void {
    this.#endStretch();
    this.#push({ type: 'FLUSHED', ...this.#charactersNow() });
  }

  cancel(): void {
    this.#open = undefined;
    for (const stretch of this.#unspoken) stretch.cancel();
    // Flushed text is no longer spoken to its end.
    this.#steps = this.#steps.filter(({ type }) => type === 'CANCELLED');
    this.#push({ type: 'CANCELLED', ...this.#charactersNow() });
  }

  finish(): void {
    this.#endStretch();
    this.#push({ type: 'finish' });
  }

  /**
   * Stops speaking and sending.
   *
   * @returns the number of code points that count as spoken, once it is known
   */
  async stop(): Promise<number> {
    this.#steps = [];
    for (const stretch of this.#unspoken) stretch.cancel();
    await this.#working;
    return this.#spokenCharacters;
  }

  #begin(): Stretch {
    const stretch = createStretch(this.#characters);
    this.#unspoken.push(stretch);
    this.#push({ type: 'speak', stretch });
    return stretch;
  }

  #endStretch(): void {
    const stretch = this.#open;
    this.#open = undefined;
    this.#options.account.afterwards(() => stretch?.end());
  }

  /** For plain text, everything received so far; for documents the number is known only after they have been read, one after another. */
  #charactersNow(): { readonly characters?: number } {
    return this.#options.isSsml ? {} : { characters: this.#characters };
  }

  #push(step: Step): void {
    this.#steps.push(step);
    this.#working ??= this.#work();
  }

  async #work(): Promise<void> {
    const { outlet, onFinished, onError } = this.#options;
    // Whatever caused the step continues first.
    await Promise.resolve();
    try {
      for (let step = this.#steps.shift(); step !== undefined; step = this.#steps.shift()) {
        if (step.type === 'speak') await this.#speak(step.stretch);
        else if (step.type === 'finish') onFinished();
        else outlet.send({ characters: this.#characters, ...step, audioSeconds: this.audioSeconds });
      }
    } catch (error) {
      onError(SpeechError.from(error));
    } finally {
      // In the same turn in which there was no further step: the next one that is pushed starts again.
      this.#working = undefined;
    }
  }

  async #speak(stretch: Stretch): Promise<void> {
    const { using, app, outlet, isSsml } = this.#options;
    const { signal } = stretch;
    const startSeconds = this.audioSeconds;
    // For a document, the spoken text is reported and charged, not the markup.
    const told = isSsml ? createStretch(this.#characters) : stretch;
    const tellOfSegment = (seconds: number): void => {
      const span = told.spoken(seconds);
      if (span === undefined) return;
      const [startTime, endTime] = [
        roundSeconds(startSeconds + span.startTime),
        roundSeconds(startSeconds + span.endTime),
      ];
      outlet.send({ type: 'SPOKEN', ...span, startTime, endTime });
    };
    try {
      await stretch.begun;
      this.#setWorking(true);
      // A line break between two documents is not a document.
      if (signal.aborted || (isSsml && stretch.text.trim() === '')) return;
      const terms = await this.#options.terms();
      const script = isSsml ? await this.#read(stretch.text, signal) : undefined;
      if (signal.aborted) return;
      if (script !== undefined) told.write(script.text);
      this.#live.admission?.admit(using.voice.engine, { lane: 'first', turn: app.appId });
      const order = {
        ...using,
        terms,
        text: script ?? stretch.pieces,
        latency: this.#live.latency,
        streaming: true,
        turn: app.appId,
        onSegment: ({ text }: { readonly text: string }, seconds: number) => {
          tellOfSegment(seconds);
          told.begin(text, seconds);
        },
        charactersBefore: told.from,
        ...(this.#options.hasTimings && {
          onWords: (words: readonly TimedWord[]) =>
            outlet.send({ type: 'WORDS', words: words.map((word) => laterBy(startSeconds, word)) }),
        }),
        onMark: (name: string, seconds: number) =>
          outlet.send({ type: 'MARK', name, time: roundSeconds(startSeconds + seconds) }),
        onEnd: tellOfSegment,
        onTextWait: (isWaiting: boolean) => this.#setWorking(!isWaiting),
      };
      for await (const bytes of synthesizeSpeech(this.#live, order, signal)) {
        if (signal.aborted) return;
        this.#sentBytes += bytes.byteLength;
        this.#setWorking(false);
        await outlet.sendAudio(bytes);
        this.#setWorking(true);
      }
    } catch (cause) {
      const error = SpeechError.from(cause);
      const isSilent = error.code === 'TEXT_NOT_SPEAKABLE' && !hasSpeech(told.text);
      if (!isSilent && !signal.aborted) throw error;
    } finally {
      this.#setWorking(false);
      this.#unspoken = this.#unspoken.filter((one) => one !== stretch);
      this.#spokenCharacters += told.chargedCharacters(signal.aborted);
    }
  }

  #setWorking(isWorking: boolean): void {
    this.#isWorking = isWorking;
    this.#options.onWorking();
  }

  /** Reads a document and charges it. @throws SpeechError see {@link readDocument}, `TEXT_TOO_LONG` */
  async #read(text: string, signal: AbortSignal): Promise<Script> {
    const { outlet, account, app, using } = this.#options;
    const script = await readDocument(this.#live, text, { app, voice: using.voice });
    if (this.#characters + script.characters > LIMITS.speechStream.maxTextChars) throw textTooLong();
    for (const message of script.warnings) outlet.send({ type: 'WARNING', message });
    this.#characters += script.characters;
    // If it cannot be paid for, the account notifies the stream, and the stream stops.
    const { promise, resolve } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => resolve());
    account.pay(this.#characters, resolve);
    if (!signal.aborted) await promise;
    return script;
  }
}

function bytesPerSecond(format: AudioFormat): number {
  return format.container === 'mp3'
    ? (format.bitrateKbps * 1000) / BITS_IN_BYTE
    : format.sampleRateHz * PCM_BYTES_PER_SAMPLE;
}

function laterBy(seconds: number, { startTime, endTime, ...word }: TimedWord): TimedWord {
  return { ...word, startTime: roundSeconds(seconds + startTime), endTime: roundSeconds(seconds + endTime) };
}
