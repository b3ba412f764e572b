import { useEffect, useState } from 'preact/hooks';
import type { Media } from './waveform.tsx';

/** Start and end in seconds of the audio. */
export interface Timed {
  readonly startTime: number;
  readonly endTime: number;
}

/** A word stays highlighted during pauses up to this length, so that the highlight does not flicker between words. */
const BRIDGED_SECONDS = 0.25;

/** @returns the word that is being said, from words in order; `undefined` in pauses and while nothing plays */
export function useHeardWord<Word extends Timed>(
  media: Media | undefined,
  words: readonly Word[],
): Word | undefined {
  const [heard, setHeard] = useState<Word>();
  useEffect(() => {
    if (media === undefined || words.length === 0) {
      setHeard(undefined);
      return undefined;
    }
    let frame = 0;
    const follow = (): void => {
      cancelAnimationFrame(frame);
      setHeard(() => (media.paused ? undefined : wordAt(words, media.currentTime)));
      if (!media.paused) frame = requestAnimationFrame(follow);
    };
    for (const name of ['play', 'pause', 'ended', 'seeked']) media.addEventListener(name, follow);
    follow();
    return () => {
      cancelAnimationFrame(frame);
      for (const name of ['play', 'pause', 'ended', 'seeked']) media.removeEventListener(name, follow);
    };
  }, [media, words]);
  return heard;
}

function wordAt<Word extends Timed>(words: readonly Word[], seconds: number): Word | undefined {
  const word = words.findLast(({ startTime }) => startTime <= seconds);
  return word !== undefined && seconds < word.endTime + BRIDGED_SECONDS ? word : undefined;
}
