/**
 * Events of a session besides its results, for protocols that report them. Every `speech-end` is followed by a final result with
 * its times, or by a `no-words`. Times are seconds from the session's first sample.
 */
export type SpeechNotice =
  | { readonly type: 'speech-start'; readonly atSeconds: number }
  | { readonly type: 'speech-end'; readonly startSeconds: number; readonly endSeconds: number }
  /** The utterance that starts at this time has no words: noise was taken for speech. */
  | { readonly type: 'no-words'; readonly startSeconds: number }
  /** Everything before a `commit` has been reported. */
  | { readonly type: 'committed' };
