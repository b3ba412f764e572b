import type { Credentials } from '../../accounts/callers/authenticate.ts';
import type { SpeechError } from '../../errors/speech-error.ts';
import type { SpeechNotice } from '../../recognition/recognizer/speech-notice.ts';
import type { RecognitionSession, SessionOptions, SessionOutlet } from '../recognition-session.ts';
import type { SessionCloseCode, SessionErrorMessage } from '../session-errors.ts';
import type {
  ClientMessage,
  FinalResultMessage,
  InterimResultMessage,
  ServerMessage,
  SessionConfig,
} from '../session-messages.ts';

/** How a protocol reacts to events of its session. */
export interface SessionListener {
  /** The session is ready. Held messages follow. */
  onReady?(): void;
  onInterim?(interim: InterimResultMessage): void;
  onFinal(final: FinalResultMessage): void;
  onNotice?(notice: SpeechNotice): void;
  /** After the last final of a session that ended without an error. */
  onEnd?(): void;
  onError(error: SessionErrorMessage): void;
  /** The session is over. */
  close?(code: SessionCloseCode): void;
  /** Stops reading. */
  pause(): void;
  resume(): void;
}

type OpenSession = (
  credentials: Credentials,
  outlet: SessionOutlet,
  options?: SessionOptions,
) => RecognitionSession;

/**
 * A live session for protocols whose clients send audio without waiting for READY: earlier messages are held, and the connection is
 * not read meanwhile. It may be opened later than it is created, once the credentials are known.
 */
export class BufferedSession implements Omit<RecognitionSession, 'receive'> {
  readonly ended: Promise<void>;
  readonly #listener: SessionListener;
  readonly #resolveEnded: () => void;
  #session: RecognitionSession | undefined;
  /** Messages that arrived before the session was ready. */
  #held: (() => void)[] | undefined = [];
  #hasLeft = false;

  constructor(listener: SessionListener) {
    this.#listener = listener;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#resolveEnded = resolve;
  }

  open(
    service: { readonly openSession: OpenSession },
    credentials: Credentials,
    { config, ...options }: SessionOptions & { readonly config: SessionConfig },
  ): void {
    if (this.#hasLeft) return;
    const { onNotice } = this.#listener;
    const outlet: SessionOutlet = {
      send: (message) => this.#told(message),
      ...(onNotice !== undefined && { notify: (notice) => this.#listener.onNotice?.(notice) }),
      close: (code) => this.#listener.close?.(code),
      pause: () => this.#listener.pause(),
      resume: () => this.#listener.resume(),
    };
    this.#session = service.openSession(credentials, outlet, options);
    void this.#session.ended.then(this.#resolveEnded);
    this.#session.receive({ type: 'config', config });
  }

  /** Empty before it is opened. */
  get sessionId(): string {
    return this.#session?.sessionId ?? '';
  }

  /** Whether it is not ready yet, and holds no message. */
  get isUntouched(): boolean {
    return this.#held?.length === 0;
  }

  receive(message: ClientMessage): void {
    this.whenReady(() => this.#session?.receive(message));
  }

  /** Runs something in the order of messages: at once, or when the session is ready. */
  whenReady(run: () => void): void {
    if (this.#held === undefined) run();
    else {
      this.#held.push(run);
      this.#listener.pause();
    }
  }

  arriving(): void {
    this.#session?.arriving();
  }

  leave(): void {
    this.#hasLeft = true;
    if (this.#session === undefined) this.#resolveEnded();
    else this.#session.leave();
  }

  stop(error: SpeechError): void {
    if (this.#session === undefined) this.leave();
    else this.#session.stop(error);
  }

  #told(message: ServerMessage): void {
    switch (message.type) {
      case 'READY':
        this.#begin();
        return;
      case 'INTERIM_RESULT':
        this.#listener.onInterim?.(message);
        return;
      case 'FINAL_RESULT':
        this.#listener.onFinal(message);
        return;
      case 'STREAM_END':
        this.#listener.onEnd?.();
        return;
      case 'ERROR':
        this.#listener.onError(message);
        return;
      case 'PONG':
        return;
    }
  }

  #begin(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    this.#listener.onReady?.();
    // Before the held messages: they may have so much audio that the session pauses the connection again.
    this.#listener.resume();
    for (const run of held) run();
  }
}
