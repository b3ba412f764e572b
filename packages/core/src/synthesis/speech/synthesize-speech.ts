import type { AudioFormat } from '../../audio/output-format.ts';
import type { Voice } from '../../engine/voice.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import { abortable } from '../../platform/abortable.ts';
import type { Script } from '../../ssml/delivery.ts';
import type { SpeechSegment } from '../../text/segments/segment-text.ts';
import { createWordTimer, type TimedWord, type WordTimer } from '../words/word-timer.ts';
import { castSpeakers } from './cast-speakers.ts';
import { pacedSlices, sliceSamplesFor } from './paced-slices.ts';
import { planScript } from './plan-script.ts';
import {
  type GrowingText,
  planGrowingSegments,
  type SegmentPlan,
  segmentsOf,
  speakSegments,
} from './speak-segments.ts';
import type { SpeechSynthesizer } from './speech-synthesizer.ts';
import { speakerOf, type UnitOrder, type UnitPace } from './speech-units.ts';

/** What to synthesize: a trimmed text that is not empty, a text that is still being written, or a script. */
export interface SpeechOrder
  extends Omit<UnitOrder, 'speakers'>,
    Omit<SegmentPlan, 'text'>,
    Pick<UnitPace, 'onTextWait'> {
  readonly text: string | GrowingText | Script;
  readonly format: AudioFormat;
  /** Whether the reader gets bytes before the length is known (then a WAV header has the streaming sizes). */
  readonly streaming: boolean;
  /** The app's id, for fairness between apps. Absent: all in-process callers count as one. */
  readonly turn?: string | undefined;
  /** Whether cached audio of the same segments may be used. Default true. */
  readonly reuse?: boolean | undefined;
  /** By how much the engine's audio is shortened in addition, with its pitch unchanged, for speeds above an engine's limit. Default 1. */
  readonly stretch?: number | undefined;
  /** Called for each segment when its first audio has arrived, with the seconds of audio before it. */
  readonly onSegment?: ((segment: SpeechSegment, startSeconds: number) => void) | undefined;
  /** Called for each mark of a script, with the seconds of audio before the word that follows it. */
  readonly onMark?: ((name: string, seconds: number) => void) | undefined;
  /** Called with the words of each segment and their times, once they are known. Absent: they are not computed. */
  readonly onWords?: ((words: readonly TimedWord[]) => void) | undefined;
  /** Code points of the caller's earlier text: offsets of words are counted from there. Default 0. */
  readonly charactersBefore?: number | undefined;
  /** Called with the total length of the audio, once all of it has been read. */
  readonly onEnd?: ((seconds: number) => void) | undefined;
}

/**
 * Synthesizes a text: segments, units of the engine, joins, resampling, encoding, all chunk by chunk and in order.
 *
 * Units are started ahead of time, as many as the engine processes at once, so no worker is idle while the reader keeps up; a
 * slow reader slows everything down.
 *
 * @returns encoded chunks, none of them empty
 * @throws SpeechError `TEXT_NOT_SPEAKABLE` before the first chunk, or what the engine throws
 */
export async function* synthesizeSpeech(
  synthesizer: SpeechSynthesizer,
  order: SpeechOrder,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { voice, format } = order;
  const opening = Promise.all([
    synthesizer.codec.openResampler(voice.nativeRateHz, format.sampleRateHz),
    synthesizer.codec.openEncoder(format, { streaming: order.streaming }),
  ]);
  // Awaited below, at the first audio: until then a failure must not count as unhandled.
  opening.catch(() => undefined);
  const stretcher =
    order.stretch === undefined || order.stretch === 1
      ? undefined
      : synthesizer.codec.openStretcher(voice.nativeRateHz, order.stretch);
  const isSameRate = voice.nativeRateHz === format.sampleRateHz;
  const { first, following } = sliceSamplesFor(format, voice.nativeRateHz);
  let samples = 0;
  let segmentSeconds = 0;
  const secondsSoFar = (): number => samples / voice.nativeRateHz;
  /** Notifies the writer of a growing text that nobody reads any more. */
  const left = new AbortController();
  const held: ((() => void) | undefined)[] = [];
  try {
    const engine = synthesizer.engineOf(voice);
    held.push(engine.hold?.());
    const { text } = order;
    const script = isScript(text) ? text : undefined;
    const speakers = script && castSpeakers(synthesizer, script, voice);
    for (const speaker of speakers?.values() ?? []) held.push(speaker.engine.hold?.());
    const words =
      order.onWords &&
      createWordTimer({
        alignerFor: synthesizer.alignerFor ?? (() => undefined),
        normalizeText: synthesizer.normalizeText ?? true,
        terms: order.terms,
        from: order.charactersBefore,
        call: { signal, lane: 'next', turn: order.turn },
        onWords: order.onWords,
      });
    if (typeof text === 'string') words?.push(text);
    else if (isScript(text)) words?.push(text.text);
    const unitOrder = { ...order, speakers, normalizeText: synthesizer.normalizeText };
    const segments =
      typeof text === 'string'
        ? segmentsOf(engine, voice, { ...order, text })
        : isScript(text)
          ? planScript({ ...order, script: text, engineOf: synthesizer.engineOf })
          : planGrowingSegments(engine, voice, {
              ...order,
              text: toldOf(abortable(text, AbortSignal.any([signal, left.signal])), words),
            });
    for await (const part of speakSegments(engine, segments, unitOrder, {
      signal,
      lane: 'live',
      turn: order.turn,
      reuse: order.reuse,
      onTextWait: order.onTextWait,
      keepsSpoken: words !== undefined,
    })) {
      if (part.type === 'segment-start') {
        segmentSeconds = secondsSoFar();
        order.onSegment?.(part.segment, secondsSoFar());
        for (const mark of part.segment.marks ?? []) order.onMark?.(mark, secondsSoFar());
      }
      if (part.type === 'segment-end' && part.spoken !== undefined) {
        const speaker = speakerOf(part.segment, unitOrder) ?? { voice, engine };
        words?.add({
          ...{ text: part.segment.text, voice: speaker.voice, engine: speaker.engine },
          ...{ samples: part.spoken, sampleRateHz: voice.nativeRateHz, startSeconds: segmentSeconds },
          stretch: order.stretch,
        });
      }
      if (part.type !== 'segment-audio') continue;
      // An engine's first audio may be only a few samples, which give no bytes yet.
      const sizes = { first: samples < first ? first : following, following };
      const [resampler, encoder] = await opening;
      for await (const spoken of pacedSlices(part.samples, sizes, synthesizer.yieldToEventLoop)) {
        const slice = stretcher?.push(spoken) ?? spoken;
        samples += slice.length;
        const bytes = encoder.encode(isSameRate ? slice : resampler.resample(slice));
        if (bytes.byteLength > 0) yield bytes;
      }
    }
    const [resampler, encoder] = await opening;
    const rest = stretcher?.finish() ?? new Float32Array(0);
    samples += rest.length;
    if (samples === 0) throw notSpeakable(voice);
    const last = encoder.encode(isSameRate ? rest : resampler.resample(rest));
    if (last.byteLength > 0) yield last;
    const late = encoder.encode(resampler.finish());
    if (late.byteLength > 0) yield late;
    const tail = encoder.finish();
    if (tail.byteLength > 0) yield tail;
    await words?.settled();
    order.onEnd?.(secondsSoFar());
    for (const mark of script?.closingMarks ?? []) order.onMark?.(mark, secondsSoFar());
  } finally {
    left.abort();
    for (const letGo of held) letGo?.();
    const [resampler, encoder] = await opening;
    resampler.dispose();
    encoder.dispose();
  }
}

/** The error for a text that has words, but none that this voice can speak. */
export function notSpeakable(voice: Voice): SpeechError {
  return new SpeechError(
    'TEXT_NOT_SPEAKABLE',
    `text has nothing that voice ${voice.code} (${voice.languageCode}) can speak; send words in its language.`,
    { field: 'text', voiceCode: voice.code },
  );
}

function isScript(text: string | GrowingText | Script): text is Script {
  return typeof text === 'object' && 'passages' in text;
}

/** Passes the text on, and to the word timer, as it arrives. */
function toldOf(pieces: AsyncIterable<string>, words: Pick<WordTimer, 'push'> | undefined): GrowingText {
  if (words === undefined) return pieces;
  return (async function* () {
    for await (const piece of pieces) {
      words.push(piece);
      yield piece;
    }
  })();
}
