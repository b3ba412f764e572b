/** A call that is under way, as the program sees it that answers it. */
export interface Call {
  /** Twilio's call SID, or the UUID that Asterisk was given. */
  readonly callId: string;
  /** Those of the call that mean nothing to Parlance. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Aborted when the call is over. */
  readonly signal: AbortSignal;
  /**
   * Speaks, after everything that was to be said before. Text may come while it is written, such as a language model's.
   *
   * @returns when the caller has heard it, or interrupted it
   * @throws SpeechError `VOICE_NOT_FOUND`, `TEXT_TOO_LONG`, `INSUFFICIENT_CREDIT` and all that a stream of speech fails of;
   * `ABORTED` on a call that is over
   */
  say(text: string | AsyncIterable<string>, options?: SayOptions): Promise<Said>;
  /** Falls silent, and drops what was still to be said. */
  interrupt(): void;
  hangUp(): void;
}

export interface SayOptions {
  /** Absent: the call's voice. */
  readonly voiceCode?: string | undefined;
  /** From 0.5 to 1.9. Default 1. */
  readonly speed?: number | undefined;
}

export interface Said {
  /** Characters (code points) of the text whose audio the caller has heard, to the last phrase that was heard whole. */
  readonly heardChars: number;
  readonly isInterrupted: boolean;
}

/** What happens on a call. What throws or rejects while the call goes on ends it. */
export interface CallListener {
  /** The caller begins to speak; by then the call has fallen silent, unless `bargeIn` is `false`. */
  onSpeechStart?(): Heard;
  /** What the caller seems to be saying. */
  onInterim?(text: string): Heard;
  /** What the caller has said. */
  onTranscript?(utterance: CallUtterance): Heard;
  /** A key of the telephone: `0` to `9`, `*`, `#`, `A` to `D`. */
  onDigit?(digit: string): Heard;
  /** The call is over; its transcript is kept under the ID. */
  onEnd?(end: CallEnd): Heard;
}
type Heard = void | Promise<void>;

export interface CallEnd {
  readonly transcriptId: string;
  /** Absent: one of both has hung up. */
  readonly error?: CallFault | undefined;
}

export interface CallFault {
  /** See docs/errors.md and docs/realtime.md. */
  readonly code: string;
  readonly message: string;
}

export interface CallUtterance {
  readonly text: string;
  /** Since the first audio of the call. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** From 0 to 1. */
  readonly confidence: number;
}
