import { FADE_MS, fadeIn, fadeOut } from './edge-fade.ts';
import { concatSamples, samplesOfMs } from './pcm-format.ts';
import { createFramer } from './pcm-framing.ts';
import { amplitudeOfDb, rmsOf } from './signal-level.ts';

/** Length over which a level is measured. Not below {@link FADE_MS}, since two frames are held back for the fade. */
const FRAME_MS = 5;
/**
 * Frames this far below the loudest one are silence. Final "f" and "th" of neural voices are 35 to 45 dB below
 * their loudest vowel; what follows them falls to -80 dB within 50 ms.
 */
const THRESHOLD_DB = -48;
/** No frame below this is speech, however quiet the segment. */
const FLOOR_DB = -62;
/** A sample below this is inaudible: a cut beside it makes no audible step. */
const AUDIBLE_DB = -66;
/** How much of a decay below the threshold is kept after an edge while it is still audible. */
const KEEP_MS = 25;
/** A single quiet sample may be a zero crossing; quiet for this long is not. */
const BESIDE_MS = 1;

/** Trims silence from both ends of one segment after another while their audio arrives. */
export interface SilenceTrimmer {
  /** Begins a segment. Keeps at most `maxLeadSamples` of silence before its speech; `Infinity` keeps all. */
  begin(options: { readonly maxLeadSamples: number }): void;
  /**
   * @param samples not changed, here or later
   * @returns what can be sent: everything except silence that may turn out to be the last, and 10 ms for a fade. In order, mostly views
   * of `samples`: copies of hours of speech would keep the garbage collector busy.
   */
  push(samples: Float32Array): Float32Array[];
  /**
   * Ends the segment. Keeps at most `maxTailSamples` of silence after its speech; `Infinity` keeps all.
   *
   * @returns the rest, and how many samples of it are silence after the speech
   */
  end(options: { readonly maxTailSamples: number }): {
    readonly rest: Float32Array;
    readonly tailSamples: number;
  };
  /** Whether the current segment has had speech so far. */
  readonly hasSpeech: boolean;
}

/**
 * A cut through an audible signal is faded over 4 ms; a cut beside inaudible samples isn't, so that a plosive at the
 * edge keeps its burst.
 */
export function createSilenceTrimmer({ sampleRateHz }: { readonly sampleRateHz: number }): SilenceTrimmer {
  const frameSamples = Math.max(1, samplesOfMs(FRAME_MS, sampleRateHz));
  const fadeSamples = samplesOfMs(FADE_MS, sampleRateHz);
  const keepSamples = samplesOfMs(KEEP_MS, sampleRateHz);
  const relative = amplitudeOfDb(THRESHOLD_DB);
  const floor = amplitudeOfDb(FLOOR_DB);
  const audible = amplitudeOfDb(AUDIBLE_DB);
  const beside = samplesOfMs(BESIDE_MS, sampleRateHz);
  const framer = createFramer({ frameSamples });

  let maxLeadSamples = 0;
  let loudest = 0;
  let hasSpeech = false;
  let isFirst = true;
  /** Before speech: the silence that may still be sent. After: what may be the end. */
  let held: Float32Array[] = [];
  let heldSamples = 0;
  /** Where the last frame of speech ends inside `held`. */
  let speechEnd = 0;

  function hold(frame: Float32Array): void {
    held.push(frame);
    heldSamples += frame.length;
  }

  /** Removes all held frames except the last `keepFrames`. */
  function release(keepFrames: number): Float32Array[] {
    const released = held.splice(0, Math.max(0, held.length - keepFrames));
    for (const frame of released) heldSamples -= frame.length;
    return released;
  }

  function isSpeech(frame: Float32Array): boolean {
    const level = rmsOf(frame);
    loudest = Math.max(loudest, level);
    return level > Math.max(floor, loudest * relative);
  }

  function isAudible(sample: number): boolean {
    return Math.abs(sample) > audible;
  }

  /** Whether a cut at `index` needs a fade: if what was cut away is audible, or nothing was cut away and the edge is audible. */
  function needsFade(samples: Float32Array, index: number, removed: 'before' | 'after'): boolean {
    const before = samples.subarray(Math.max(0, index - beside), index);
    const after = samples.subarray(index, index + beside);
    const [away, kept] = removed === 'before' ? [before, after] : [after, before];
    return (away.length > 0 ? away : kept).some(isAudible);
  }

  /** Cuts the lead of `held`, which ends with the first frame of speech, to the requested length. */
  function startSpeech(frame: Float32Array): void {
    const lead = concatSamples(held);
    const from = Math.max(0, lead.length - keepSamples);
    const firstAudible = lead.subarray(from).findIndex(isAudible);
    const inFrame = frame.findIndex(isAudible);
    const edge = firstAudible >= 0 ? from + firstAudible : lead.length + Math.max(0, inFrame);
    const start = Math.max(0, edge - maxLeadSamples);
    const whole = concatSamples([lead, frame]);
    const opening = whole.slice(start);
    // If all of the lead is kept, it was faded where it began.
    if (isFirst && needsFade(whole, start, 'before')) fadeIn(opening, fadeSamples);
    isFirst = false;
    held = [opening];
    heldSamples = opening.length;
    speechEnd = opening.length;
    hasSpeech = true;
  }

  function takeLead(frame: Float32Array): Float32Array[] {
    if (isSpeech(frame)) {
      startSpeech(frame);
      return [];
    }
    if (maxLeadSamples === Number.POSITIVE_INFINITY) {
      const faded = isFirst ? frame.slice() : frame;
      if (isFirst) fadeIn(faded, fadeSamples);
      isFirst = false;
      hold(faded);
      // Frames already released are not available to the edge, but if all of the lead is kept there is no cut.
      return release(2);
    }
    hold(frame);
    const enough = keepSamples + maxLeadSamples + frameSamples;
    while (heldSamples - (held[0]?.length ?? 0) >= enough)
      heldSamples -= (held.shift() as Float32Array).length;
    return [];
  }

  function take(frame: Float32Array): Float32Array[] {
    if (!hasSpeech) return takeLead(frame);
    hold(frame);
    if (!isSpeech(frame)) return [];
    const released = release(2);
    speechEnd = heldSamples;
    return released;
  }

  return {
    get hasSpeech() {
      return hasSpeech;
    },
    begin(begin) {
      maxLeadSamples = begin.maxLeadSamples;
      loudest = 0;
      hasSpeech = false;
      isFirst = true;
      held = [];
      heldSamples = 0;
      speechEnd = 0;
      framer.flush({ pad: false });
    },
    push(samples) {
      const released: Float32Array[] = [];
      const takeFrames = (block: Float32Array): void => {
        for (let at = 0; at < block.length; at += frameSamples) {
          for (const frame of take(block.subarray(at, at + frameSamples))) released.push(frame);
        }
      };
      const { waitingSamples } = framer;
      const opening = waitingSamples === 0 ? 0 : Math.min(frameSamples - waitingSamples, samples.length);
      takeFrames(framer.pushBlock(samples.subarray(0, opening)));
      const whole = samples.length - ((samples.length - opening) % frameSamples);
      takeFrames(samples.subarray(opening, whole));
      framer.pushBlock(samples.subarray(whole));
      return joinNeighbours(released);
    },
    end({ maxTailSamples }) {
      const last = framer.flush({ pad: false });
      const released = last.length > 0 ? take(last) : [];
      const tail = concatSamples(held);
      held = [];
      heldSamples = 0;
      if (!hasSpeech) {
        // Only silence: it is sent only if the engine's own silence is kept.
        const rest =
          maxLeadSamples === Number.POSITIVE_INFINITY ? concatSamples([...released, tail]) : tail.slice(0, 0);
        return { rest, tailSamples: rest.length };
      }
      const lastAudible = tail
        .subarray(0, Math.min(tail.length, speechEnd + keepSamples))
        .findLastIndex(isAudible);
      const edge = lastAudible + 1;
      const cut = Math.min(tail.length, edge + maxTailSamples);
      const rest = tail.slice(0, cut);
      if (needsFade(tail, cut, 'after')) fadeOut(rest, fadeSamples);
      return { rest: concatSamples([...released, rest]), tailSamples: cut - edge };
    },
  };
}

/** Merges views that are adjacent in the same buffer. */
function joinNeighbours(frames: readonly Float32Array[]): Float32Array[] {
  const joined: Float32Array[] = [];
  let run: Float32Array[] = [];
  const close = (): void => {
    const [first] = run;
    if (first === undefined) return;
    const samples = run.reduce((sum, frame) => sum + frame.length, 0);
    joined.push(new Float32Array(first.buffer, first.byteOffset, samples));
    run = [];
  };
  for (const frame of frames) {
    const last = run.at(-1);
    const isNext = last?.buffer === frame.buffer && last.byteOffset + last.byteLength === frame.byteOffset;
    if (!isNext) close();
    run.push(frame);
  }
  close();
  return joined;
}
