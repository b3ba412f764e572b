import type { RecognizedUtterance } from '../../segmentation/utterance.ts';

/**
 * Recognizes the channels of a recording, all at once: one that fails ends the others.
 *
 * @param recognize gives a channel's utterances in order; the signal aborts with the caller's, and when another channel failed
 * @returns the utterances of all channels by their start, those that start together by their channel; settles once no channel is under
 * way any more
 * @throws what the first channel that failed threw
 */
export async function recognizeChannels(
  channels: number,
  signal: AbortSignal | undefined,
  recognize: (channel: number, signal: AbortSignal) => Promise<readonly RecognizedUtterance[]>,
): Promise<readonly RecognizedUtterance[]> {
  const stop = new AbortController();
  const either = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  const failures: unknown[] = [];
  const heard = await Promise.all(
    Array.from({ length: channels }, (_, channel) =>
      recognize(channel, either).catch((error: unknown) => {
        failures.push(error);
        stop.abort();
        return [];
      }),
    ),
  );
  if (failures.length > 0) throw failures[0];
  // Sorting is stable, and channels are in order already.
  return heard.flat().toSorted((one, other) => one.startTime - other.startTime);
}
