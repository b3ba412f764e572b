/** How far the audio of a live session is ahead of the time in which anybody could have spoken it. */
export interface AudioLead {
  /** Audio has come. Times are a monotonic clock's. */
  receive(audioSeconds: number, nowMs: number): void;
  /** Whether nobody can be speaking it: a recording, or a burst. */
  isAhead(nowMs: number): boolean;
}

/** What a client may have kept from before its first message, such as the word that woke it. */
const TOLERATED_SECONDS = 3;
const MS_PER_SECOND = 1000;

/**
 * Counted from the first audio on. So whoever speaks is never ahead: not after a network that brings at once what it held back for
 * long, nor after a busy server that read no more for a while. A burst is, until time has caught up with it.
 */
export function createAudioLead(): AudioLead {
  let receivedSeconds = 0;
  let startMs: number | undefined;
  return {
    receive(audioSeconds, nowMs) {
      startMs ??= nowMs;
      receivedSeconds += audioSeconds;
    },
    isAhead(nowMs) {
      const elapsedSeconds = (nowMs - (startMs ?? nowMs)) / MS_PER_SECOND;
      return receivedSeconds - elapsedSeconds > TOLERATED_SECONDS;
    },
  };
}
