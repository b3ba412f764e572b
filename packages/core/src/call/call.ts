/** A call in progress, as the application sees it. */
export interface Call {
  /** Twilio's call SID, or the UUID that Asterisk was given. */
  readonly callId: string;
  /** The application's own parameters, which Parlance does not know. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Aborted when the call is over. */
  readonly signal: AbortSignal;
  /**
   * Speaks a text after the texts before it. The text may still be being written, for example by a language model. If the promise is ignored,
   * an error is only logged.
   *
   * @returns when the caller has heard it, or interrupted it
   * @throws SpeechError `VOICE_NOT_FOUND`, `TEXT_TOO_LONG`, `INSUFFICIENT_CREDIT` and every other error of a speech stream;
   * `ABORTED` if the call is over
   */
  say(text: string | AsyncIterable<string>, options?: SayOptions): Promise<Said>;
  /** Stops speaking, and drops waiting texts. */
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
  /** How many characters (code points) of the text the caller has heard, up to the last phrase that was heard completely. */
  readonly heardChars: number;
  readonly isInterrupted: boolean;
}

/** What happens on a call. A listener that throws or rejects ends the call. */
export interface CallListener {
  /** The caller begins to speak. Unless `bargeIn` is `false`, the call's own speech has been stopped. */
  onSpeechStart?(): ListenerResult;
  /** An interim result: what the caller has said so far, which may still change. */
  onInterim?(text: string): ListenerResult;
  /** A final result: what the caller has said. */
  onTranscript?(utterance: CallUtterance): ListenerResult;
  /** A DTMF digit: `0` to `9`, `*`, `#`, `A` to `D`. */
  onDigit?(digit: string): ListenerResult;
  /** The call is over. Its transcript is stored under the session's ID. */
  onEnd?(end: CallEnd): ListenerResult;
}
type ListenerResult = void | Promise<void>;

export interface CallEnd {
  readonly transcriptId: string;
  /** Absent: one side hung up. */
  readonly error?: CallFault | undefined;
}

export interface CallFault {
  /** See docs/errors.md and docs/realtime.md. */
  readonly code: string;
  readonly message: string;
}

export interface CallUtterance {
  readonly text: string;
  /** Counted from the first audio of the call. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** From 0 to 1. */
  readonly confidence: number;
}
