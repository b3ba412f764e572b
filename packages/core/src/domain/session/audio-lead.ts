/** How far the audio of a live session runs ahead of the time in which anybody could have spoken it. */
export interface AudioLead {
  /** Audio has come. Times are a monotonic clock's. */
  receive(audioSeconds: number, nowMs: number): void;
  /** Whether so much came so fast that nobody can be speaking it: a recording, or a burst. */
  isAhead(nowMs: number): boolean;
}

/** A microphone that was cut off by its network for so long may bring what it missed at once. */
const TOLERATED_SECONDS = 3;
/** A lead shrinks a little faster than speech makes it grow: whoever speaks on after a burst is live again after a while. */
const SHRINK_PER_SECOND = 1.5;
const MS_PER_SECOND = 1000;

/**
 * Measures it as a leaking bucket: audio fills it, time empties it. Speech at its own pace never fills it by more than one chunk,
 * however long the session; a burst of 30 s is live again 18 s after its end.
 */
export function createAudioLead(): AudioLead {
  let leadSeconds = 0;
  let settledMs = Number.NEGATIVE_INFINITY;
  const settle = (nowMs: number): void => {
    leadSeconds = Math.max(0, leadSeconds - ((nowMs - settledMs) / MS_PER_SECOND) * SHRINK_PER_SECOND);
    settledMs = nowMs;
  };
  return {
    receive(audioSeconds, nowMs) {
      settle(nowMs);
      leadSeconds += audioSeconds;
    },
    isAhead(nowMs) {
      settle(nowMs);
      return leadSeconds > TOLERATED_SECONDS;
    },
  };
}
