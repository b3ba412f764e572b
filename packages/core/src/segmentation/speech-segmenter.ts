import { SpeechError } from '../errors/speech-error.ts';
import { quietestCut } from './quietest-cut.ts';
import { SampleHistory } from './sample-history.ts';
import {
  resolveSegmenterOptions,
  type SegmenterSettings,
  type SpeechSegmenterOptions,
} from './segmenter-options.ts';

/**
 * A stretch of the signal with speech in it. Positions count from the signal's first sample; an end is the position
 * after the last sample.
 */
export interface SegmentSpan {
  readonly startSamples: number;
  readonly endSamples: number;
  /** The first voiced frame's start, at or after `startSamples`: the segment without its padding. */
  readonly voiceStartSamples: number;
  /** The last voiced frame's end, at or before `endSamples`. */
  readonly voiceEndSamples: number;
}

/** `cap`: it was too long, and continues in the next segment. */
export type SegmentEndedBy = 'silence' | 'cap' | 'end-of-audio';

export type SpeechSegmentEvent =
  | {
      /** An utterance has begun: once for each, and only after it is long enough to be speech. */
      readonly type: 'speech-start';
      /** The first voiced frame's start. */
      readonly atSamples: number;
    }
  | (SegmentSpan & {
      readonly type: 'segment';
      /** The signal from `startSamples` to `endSamples` in its own buffer, so that it can be transferred. */
      readonly samples: Float32Array;
      readonly endedBy: SegmentEndedBy;
    });

/** The utterance that is being spoken, up to its last voiced frame and the tail padding. */
export interface OpenSegment extends SegmentSpan {
  /** A view, valid until the next `push` or `finish`: copy it before you pass it on. */
  readonly samples: Float32Array;
  /** Silence since the last voiced frame. Once it is as long as the tail padding, only voice changes the segment. */
  readonly quietSamples: number;
}

/** Cuts a signal into the segments that a recognizer decodes. One for each stream. */
export interface SpeechSegmenter {
  /**
   * @param samples whole frames, neither kept nor changed
   * @param probabilities one speech probability per frame, 0 to 1
   * @throws SpeechError `INTERNAL` if their lengths do not match
   */
  push(samples: Float32Array, probabilities: ArrayLike<number>): SpeechSegmentEvent[];
  /**
   * Ends the signal: an open utterance becomes a segment.
   *
   * @param remainder the samples of an incomplete last frame; they count as voiced if the frame before was
   */
  finish(remainder?: Float32Array): SpeechSegmentEvent[];
  /** @returns undefined while nobody speaks */
  openSegment(): OpenSegment | undefined;
  /** Samples received so far. */
  readonly positionSamples: number;
  /**
   * The position up to which it is certain that nobody speaks: the current position, or the start of the first voiced frame during
   * speech and while it is undecided whether that frame is speech.
   */
  readonly settledSamples: number;
}

/** A frame of the open utterance. */
interface Frame {
  readonly startSamples: number;
  readonly endSamples: number;
  readonly probability: number;
  readonly isVoiced: boolean;
}

/** A voiced stretch that is still too short is discarded after this much silence. */
const CANDIDATE_GAP_MS = 100;
/** A segment that is too long is cut in this last part: at its first long pause, otherwise at its quietest place. */
const CUT_SEARCH_SHARE = 0.4;

class VadSegmenter implements SpeechSegmenter {
  readonly #settings: SegmenterSettings;
  readonly #history = new SampleHistory();
  /** `candidate`: there were voiced frames, but too few so far to be speech. */
  #phase: 'silence' | 'candidate' | 'speech' = 'silence';
  #previousEnd = 0;
  #start = 0;
  #voiceStart = 0;
  #voiceEnd = 0;
  #voicedSamples = 0;
  /** Frames of the open utterance, from its first voiced frame or the last cut on. */
  #frames: Frame[] = [];

  constructor(settings: SegmenterSettings) {
    this.#settings = settings;
  }

  get positionSamples(): number {
    return this.#history.endSamples;
  }

  get settledSamples(): number {
    return this.#phase === 'silence' ? this.positionSamples : this.#voiceStart;
  }

  push(samples: Float32Array, probabilities: ArrayLike<number>): SpeechSegmentEvent[] {
    const { frameSamples } = this.#settings;
    if (samples.length !== probabilities.length * frameSamples) {
      throw new SpeechError(
        'INTERNAL',
        `The segmenter got ${samples.length} samples and ${probabilities.length} probabilities; a frame has ${frameSamples} samples.`,
        { samples: samples.length, probabilities: probabilities.length, frameSamples },
      );
    }
    const events: SpeechSegmentEvent[] = [];
    for (let index = 0; index < probabilities.length; index++) {
      const frame = samples.subarray(index * frameSamples, (index + 1) * frameSamples);
      this.#take(frame, probabilities[index] as number, events);
    }
    return events;
  }

  finish(remainder = new Float32Array(0)): SpeechSegmentEvent[] {
    const events: SpeechSegmentEvent[] = [];
    const last = this.#frames.at(-1);
    if (remainder.length > 0) this.#take(remainder, last?.isVoiced ? last.probability : 0, events);
    if (this.#phase === 'speech') events.push(this.#close('end-of-audio'));
    this.#forget();
    return events;
  }

  openSegment(): OpenSegment | undefined {
    if (this.#phase !== 'speech') return undefined;
    const span = this.#span();
    const samples = this.#history.view(span.startSamples, span.endSamples);
    return { ...span, samples, quietSamples: this.positionSamples - span.voiceEndSamples };
  }

  #take(samples: Float32Array, probability: number, events: SpeechSegmentEvent[]): void {
    const { speechThreshold, silenceThreshold } = this.#settings;
    const startSamples = this.#history.endSamples;
    this.#history.append(samples);
    const isVoiced = probability >= (this.#phase === 'silence' ? speechThreshold : silenceThreshold);
    if (this.#phase === 'silence' && !isVoiced) {
      this.#history.dropBefore(this.positionSamples - this.#settings.onsetPaddingSamples);
      return;
    }
    if (this.#phase === 'silence') this.#beginCandidate(startSamples);
    this.#frames.push({ startSamples, endSamples: this.positionSamples, probability, isVoiced });
    if (isVoiced) this.#hearVoice(startSamples, events);
    else this.#hearSilence(events);
  }

  #beginCandidate(voiceStart: number): void {
    this.#phase = 'candidate';
    this.#start = Math.max(this.#previousEnd, voiceStart - this.#settings.onsetPaddingSamples);
    this.#voiceStart = voiceStart;
    this.#voicedSamples = 0;
  }

  #hearVoice(frameStart: number, events: SpeechSegmentEvent[]): void {
    const { maxSegmentSamples, minSpeechSamples } = this.#settings;
    if (this.#isPastLongPause(frameStart)) events.push(this.#cutAtPause(frameStart));
    // Only voice makes a segment too long: silence beyond the cap may still turn out to be the end.
    if (this.positionSamples - this.#start > maxSegmentSamples) events.push(this.#cut(frameStart));
    this.#voiceEnd = this.positionSamples;
    this.#voicedSamples += this.positionSamples - frameStart;
    if (this.#phase === 'candidate' && this.#voicedSamples >= minSpeechSamples) {
      this.#phase = 'speech';
      events.push({ type: 'speech-start', atSamples: this.#voiceStart });
    }
  }

  /**
   * Whether speech continues after a long pause in an utterance that is close to its cap. What was said before the pause is reported now instead of
   * seconds later, when the cap is reached.
   */
  #isPastLongPause(frameStart: number): boolean {
    const { maxSegmentSamples, longPauseSamples } = this.#settings;
    const isLong = this.#voiceEnd - this.#start >= maxSegmentSamples * (1 - CUT_SEARCH_SHARE);
    return this.#phase === 'speech' && isLong && frameStart - this.#voiceEnd >= longPauseSamples;
  }

  #hearSilence(events: SpeechSegmentEvent[]): void {
    const { completeSamples, sampleRateHz } = this.#settings;
    const silentSamples = this.positionSamples - this.#voiceEnd;
    if (this.#phase === 'speech' && silentSamples >= completeSamples) {
      events.push(this.#close('silence'));
      this.#forget();
    }
    if (this.#phase === 'candidate' && silentSamples * 1000 >= CANDIDATE_GAP_MS * sampleRateHz)
      this.#forget();
  }

  /** The open segment as it would be if it ended now. */
  #span(): SegmentSpan {
    const { tailPaddingSamples, maxSegmentSamples } = this.#settings;
    return {
      startSamples: this.#start,
      endSamples: Math.min(
        this.#voiceEnd + tailPaddingSamples,
        this.#start + maxSegmentSamples,
        this.positionSamples,
      ),
      voiceStartSamples: this.#voiceStart,
      voiceEndSamples: this.#voiceEnd,
    };
  }

  #segment(span: SegmentSpan, endedBy: SegmentEndedBy): SpeechSegmentEvent {
    this.#previousEnd = span.endSamples;
    return {
      type: 'segment',
      samples: this.#history.view(span.startSamples, span.endSamples).slice(),
      ...span,
      endedBy,
    };
  }

  #close(endedBy: SegmentEndedBy): SpeechSegmentEvent {
    return this.#segment(this.#span(), endedBy);
  }

  #forget(): void {
    this.#phase = 'silence';
    this.#frames = [];
    this.#history.dropBefore(this.positionSamples - this.#settings.onsetPaddingSamples);
  }

  /** Ends the open segment as if the silence before the newest frame had ended it, and continues with that frame. */
  #cutAtPause(frameStart: number): SpeechSegmentEvent {
    const event = this.#close('cap');
    this.#frames = this.#frames.slice(-1);
    this.#voiceStart = frameStart;
    this.#start = Math.max(this.#previousEnd, frameStart - this.#settings.onsetPaddingSamples);
    this.#history.dropBefore(this.#start);
    return event;
  }

  /** Ends the open segment before the newest frame, which is voiced, and continues with the rest. */
  #cut(frameStart: number): SpeechSegmentEvent {
    const { onsetPaddingSamples, tailPaddingSamples } = this.#settings;
    const cut = this.#cutPosition(frameStart);
    const voiceEnd = Math.min(cut, this.#lastVoiced((frame) => frame.startSamples < cut)?.endSamples ?? cut);
    const event = this.#segment(
      {
        startSamples: this.#start,
        endSamples: Math.min(cut, voiceEnd + tailPaddingSamples),
        voiceStartSamples: this.#voiceStart,
        voiceEndSamples: voiceEnd,
      },
      'cap',
    );
    this.#frames = this.#frames.filter((frame) => frame.endSamples > cut);
    const nextVoiced = this.#frames.find((frame) => frame.isVoiced)?.startSamples ?? frameStart;
    this.#voiceStart = Math.max(cut, nextVoiced);
    this.#start = Math.max(cut, this.#voiceStart - onsetPaddingSamples);
    this.#history.dropBefore(this.#start);
    return event;
  }

  #lastVoiced(matches: (frame: Frame) => boolean): Frame | undefined {
    return this.#frames.findLast((frame) => frame.isVoiced && matches(frame));
  }

  #cutPosition(frameStart: number): number {
    const { maxSegmentSamples, sampleRateHz } = this.#settings;
    const latest = this.#start + maxSegmentSamples;
    // The pause before this frame began inside the segment and extends beyond its cap.
    if (frameStart > latest) return latest;
    const earliest = latest - Math.floor(maxSegmentSamples * CUT_SEARCH_SHARE);
    const offset = this.#start;
    const found = quietestCut({
      samples: this.#history.view(offset, this.positionSamples),
      sampleRateHz,
      from: earliest - offset,
      to: frameStart - offset,
      probabilityAt: (index) => this.#probabilityAt(index + offset),
    });
    return found + offset;
  }

  #probabilityAt(positionSamples: number): number {
    const first = this.#frames[0]?.startSamples ?? 0;
    const frame = this.#frames[Math.floor((positionSamples - first) / this.#settings.frameSamples)];
    return frame?.probability ?? 0;
  }
}

/**
 * Cuts a signal into segments of speech by the probabilities of a voice activity detector.
 *
 * Segments are in order and disjoint, and contain every voiced frame of an utterance. Their edges do not depend on how
 * the signal was divided among calls. An utterance longer than `maxSegmentSamples` continues in another segment, cut at its
 * quietest place. Memory is limited by the longest segment, the silence that ends an utterance and the onset padding.
 *
 * @throws SpeechError `INVALID_CONFIG`, see {@link resolveSegmenterOptions}
 */
export function createSpeechSegmenter(options: SpeechSegmenterOptions): SpeechSegmenter {
  return new VadSegmenter(resolveSegmenterOptions(options));
}
