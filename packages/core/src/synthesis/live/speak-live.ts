import type { App } from '../../accounts/app.ts';
import { admitLive } from '../../accounts/app-limits/admit-live.ts';
import { creditsFor } from '../../accounts/ledger/credits.ts';
import type { AudioFormat } from '../../audio/output-format.ts';
import type { Voice } from '../../engine/voice.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import { LIMITS } from '../../limits/limits.ts';
import { endingUnread } from '../../platform/ending-unread.ts';
import type { Script } from '../../ssml/delivery.ts';
import { countChars } from '../../text/speakable.ts';
import { creditFactorOf } from '../request/cast-voices.ts';
import type { UnitOrder } from '../speech/speech-units.ts';
import { synthesizeSpeech } from '../speech/synthesize-speech.ts';
import type { TimedWord } from '../words/word-timer.ts';
import type { LiveEnd } from './live-credits.ts';
import type { LiveSynthesis } from './live-synthesis.ts';
import type { LiveSynthesizer } from './live-synthesizer.ts';

/** A validated live synthesis: its text is trimmed, and the app may use its voice. */
export interface LiveOrder extends Pick<UnitOrder, 'terms'> {
  readonly text: string | Script;
  readonly voice: Voice;
  /** At least 0.25. Above what engines support, their audio is shortened with its pitch unchanged. */
  readonly speed: number;
  readonly format: AudioFormat;
  /** Called with the words of each segment and their times; absent: they are not computed. */
  readonly onWords?: ((words: readonly TimedWord[]) => void) | undefined;
  /** Transforms the audio before it is sent; absent: it is sent unchanged. */
  readonly transform?: (
    pieces: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ) => AsyncGenerator<Uint8Array, void, undefined>;
}

export interface LiveCaller {
  readonly app: App;
  readonly signal?: AbortSignal | undefined;
  readonly reuse?: boolean | undefined;
}

/**
 * Synthesizes a text at once; resolves when the first audio is ready and paid for, so that every error of the request
 * is reported before an answer begins. The charge is for what had been synthesized when the audio ends or its reader leaves.
 *
 * @throws SpeechError see {@link SpeechService.synthesizeLive}
 */
export async function speakLive(
  live: LiveSynthesizer,
  { text, voice, speed, format, terms, onWords, transform }: LiveOrder,
  { app, signal: leaving, reuse }: LiveCaller,
): Promise<Omit<LiveSynthesis, 'format' | 'contentType'>> {
  const script = typeof text === 'string' ? undefined : text;
  const characters = script?.characters ?? countChars(text as string);
  const creditFactor = creditFactorOf(voice, script);
  const engineSpeed = Math.min(speed, LIMITS.synthesis.maxSpeed);
  const firstVoice = script?.passages[0]?.delivery.voice ?? voice;
  const admitted = await admitLive(live, { app, limit: app.ttsConcurrency, signal: leaving });
  // Nothing may be awaited from here until the first unit is queued.
  admitted.requireWorker({ engineId: firstVoice.engine, lane: 'first' });
  const account = live.credits.open({
    requestId: live.random.id(),
    app,
    voice: { creditFactor },
    voiceCode: voice.code,
    characters,
    format,
    speed,
  });
  const stop = new AbortController();
  const signal = leaving === undefined ? stop.signal : AbortSignal.any([leaving, stop.signal]);
  let spokenCharacters = 0;
  const spoken = synthesizeSpeech(
    live,
    {
      text,
      voice,
      format,
      speed: engineSpeed,
      terms,
      stretch: speed / engineSpeed,
      latency: live.latency,
      streaming: true,
      turn: app.appId,
      reuse,
      onSegment: (segment) => {
        spokenCharacters += countChars(segment.text);
      },
      onWords,
    },
    signal,
  );
  const pieces = transform === undefined ? spoken : transform(spoken, signal);
  const leave = (): void => {
    void account.end({ spokenCharacters });
    // Its reader may never come, and until its end it holds the engine.
    pieces.return().catch(() => undefined);
  };
  const next = async (): Promise<IteratorResult<Uint8Array, void>> => {
    const piece = await pieces.next();
    // What was cut off must not look whole.
    if (piece.done === true && leaving?.aborted) throw SpeechError.aborted(leaving);
    return piece;
  };
  const end = async (outcome: LiveOutcome): Promise<void> => {
    // The signal may live much longer than the call.
    leaving?.removeEventListener('abort', leave);
    stop.abort();
    admitted[Symbol.dispose]();
    await pieces.return();
    // The last byte does not wait for the database, since the reservation covers it already.
    void account.end({
      spokenCharacters: outcome.isWhole === true ? characters : spokenCharacters,
      error: outcome.error,
    });
  };
  try {
    const [first] = await Promise.all([pieces.next(), account.covered]);
    if (leaving?.aborted) throw SpeechError.aborted(leaving);
    // The audio may never be read, and the reservation must not wait for that.
    leaving?.addEventListener('abort', leave, { once: true });
    return {
      voice,
      characters,
      credits: creditsFor(characters, creditFactor),
      ...(script === undefined || script.warnings.length === 0 ? {} : { warnings: script.warnings }),
      audio: endingUnread(withFirst(first, next, end), () => end({})),
    };
  } catch (cause) {
    await end(outcomeOf(cause));
    throw cause;
  }
}

interface LiveOutcome extends Pick<LiveEnd, 'error'> {
  readonly isWhole?: boolean;
}

/** A caller who left is charged for what was synthesized; after a failure of ours nothing is charged. */
function outcomeOf(cause: unknown): LiveOutcome {
  const error = SpeechError.from(cause);
  return error.code === 'ABORTED' ? {} : { error };
}

async function* withFirst(
  first: IteratorResult<Uint8Array, void>,
  next: () => Promise<IteratorResult<Uint8Array, void>>,
  end: (outcome: LiveOutcome) => Promise<void>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let outcome: LiveOutcome = {};
  try {
    for (let piece = first; piece.done !== true; piece = await next()) yield piece.value;
    outcome = { isWhole: true };
  } catch (cause) {
    outcome = outcomeOf(cause);
    throw cause;
  } finally {
    await end(outcome);
  }
}
