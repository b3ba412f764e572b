const PEAKS_PER_SECOND = 100;

/** Measures the peaks of audio for a waveform. */
export interface PeakMeter {
  /** The highest level in each hundredth of a second, 0 to 1. */
  readonly peaks: readonly number[];
  push(samples: Float32Array): void;
}

export function createPeakMeter(rateHz: number): PeakMeter {
  const peaks: number[] = [];
  const samplesPerPeak = rateHz / PEAKS_PER_SECOND;
  let count = 0;
  return {
    peaks,
    push(samples) {
      for (const sample of samples) {
        const at = Math.floor(count++ / samplesPerPeak);
        peaks[at] = Math.max(peaks[at] ?? 0, Math.abs(sample));
      }
    },
  };
}

/** @returns the peaks of the last `seconds`, padded with silence at the start */
export function lastPeaks(peaks: readonly number[], seconds: number): number[] {
  const wanted = seconds * PEAKS_PER_SECOND;
  const last = peaks.slice(-wanted);
  return [...new Array<number>(wanted - last.length).fill(0), ...last];
}

/** Enough for a waveform, but needs little memory. */
const DRAWN_RATE_HZ = 8000;
/** Larger files would need too much memory in the browser. */
const MAX_DRAWN_BYTES = 40_000_000;

/** @returns the peaks of a recording; `undefined` if the browser cannot decode it, or it is too large */
export async function peaksOfFile(file: Blob): Promise<readonly number[] | undefined> {
  if (file.size > MAX_DRAWN_BYTES) return undefined;
  const context = new OfflineAudioContext(1, 1, DRAWN_RATE_HZ);
  const audio = await context.decodeAudioData(await file.arrayBuffer()).catch(() => undefined);
  if (audio === undefined) return undefined;
  const meter = createPeakMeter(DRAWN_RATE_HZ);
  meter.push(audio.getChannelData(0));
  return meter.peaks;
}
