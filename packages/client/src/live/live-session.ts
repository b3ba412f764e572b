import type { FinalResultMessage, InterimResultMessage } from '@parlance/core/session';

export type LiveEvent = InterimResultMessage | FinalResultMessage;

/**
 * A session under way. To be iterated once; leaving the loop ends the session. A session that the server ends with an ERROR makes
 * the loop throw `ParlanceError`: when it is `retryable`, a new session with the rest of the audio may succeed, which `reconnect` sees to.
 */
export interface LiveSession extends AsyncIterable<LiveEvent> {
  /** The server's id, once it is ready for audio. Rejects with what ended the session before. */
  readonly ready: Promise<string>;
}
