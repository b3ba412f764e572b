/** How far the audio of a live session is ahead of the time in which it could have been spoken. */
export interface AudioLead {
  /** Audio has arrived. Times are those of a monotonic clock. */
  receive(audioSeconds: number, nowMs: number): void;
  /** Whether nobody can be speaking it now: it is a recording, or a burst. */
  isAhead(nowMs: number): boolean;
}

/** A client may have buffered this much before its first message, such as its wake word. */
const TOLERATED_SECONDS = 3;
const MS_PER_SECOND = 1000;

/**
 * Counted from the first audio on. So a live speaker is never ahead: neither after a network stall whose data arrives all at once,
 * nor after the server was too busy to read for a while. A burst is ahead, until time has caught up with it.
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
