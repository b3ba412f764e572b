/** A call in progress, as the application sees it. */
export interface Call {
  /** Twilio's call SID, or the UUID that Asterisk was given. */
  readonly callId: string;
  /** The application's own: those that Parlance does not know. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Aborted when the call is over. */
  readonly signal: AbortSignal;
  /**
   * Speaks a text once the texts before it are spoken. It may come while it is written, for example by a language model.
   *
   * @returns when the caller has heard it, or interrupted it
   * @throws SpeechError `VOICE_NOT_FOUND`, `TEXT_TOO_LONG`, `INSUFFICIENT_CREDIT` and all that a speech stream fails of;
   * `ABORTED` on a call that is over
   */
  say(text: string | AsyncIterable<string>, options?: SayOptions): Promise<Said>;
  /** Stops speaking, and drops the texts that wait. */
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

/** What happens on a call. A listener that throws or rejects ends the call. */
export interface CallListener {
  /** The caller begins to speak. Unless `bargeIn` is `false`, what was being said has been stopped. */
  onSpeechStart?(): ListenerResult;
  /** What the caller seems to be saying. */
  onInterim?(text: string): ListenerResult;
  /** What the caller has said. */
  onTranscript?(utterance: CallUtterance): ListenerResult;
  /** A DTMF digit: `0` to `9`, `*`, `#`, `A` to `D`. */
  onDigit?(digit: string): ListenerResult;
  /** The call is over; its transcript is kept under the ID. */
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
  /** Since the first audio of the call. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** From 0 to 1. */
  readonly confidence: number;
}
