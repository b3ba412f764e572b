import { type APIConnectOptions, DEFAULT_API_CONNECT_OPTIONS, stt } from '@livekit/agents';
import type { AudioStretch, ListenOptions, ListenToEvent, ParlanceClient } from '@parlance/client';
import { toApiError } from '../api-error.ts';
import { speechDataOf } from './speech-data.ts';
import { Turns, type TurnsOptions } from './turns.ts';

/** Sample rate of every recognizer; the framework resamples. */
export const RATE_HZ = 16_000;

export interface RecognitionParts {
  readonly client: ParlanceClient;
  readonly config: Pick<ListenOptions, 'interimResults' | 'language' | 'words' | 'speechCompleteTimeoutMs'>;
  readonly turns: Pick<TurnsOptions, 'vad' | 'preRollMs'>;
  readonly connOptions?: APIConnectOptions | undefined;
}

/**
 * Recognizes audio until it ends. After a retryable failure, audio without a final transcript is sent again.
 *
 * With a VAD each turn of the speaker is a separate session: silence is not sent, and the VAD determines start and end of speech.
 */
export class SpeechStream extends stt.SpeechStream {
  label = 'parlance.SpeechStream';
  readonly #parts: RecognitionParts;
  readonly #turns: Turns;
  #following: Promise<void> | undefined;
  #turn: AudioStretch | undefined;
  #isSpeaking = false;
  /** Time of the audio's first sample. */
  #startSeconds = 0;

  constructor(parent: stt.STT, parts: RecognitionParts) {
    super(parent, RATE_HZ, parts.connOptions);
    this.#parts = parts;
    this.#turns = new Turns({ ...parts.turns, sampleRateHz: RATE_HZ });
  }

  override close(): void {
    super.close();
    this.#turns.close();
  }

  protected async run(): Promise<void> {
    if (this.#following === undefined) {
      this.#startSeconds = this.startTimeOffset;
      this.#following = this.#turns.follow(this.input);
    }
    try {
      await this.#recognizeTurns();
      await this.#following;
    } catch (error) {
      if (!this.abortSignal.aborted) throw toApiError(error);
    }
  }

  async #recognizeTurns(): Promise<void> {
    const { client, config, turns, connOptions = DEFAULT_API_CONNECT_OPTIONS } = this.#parts;
    const { audio, queue } = this.#turns;
    for (;;) {
      this.#turn ??= (await queue.next()).value as AudioStretch | undefined;
      if (this.#turn === undefined) return;
      if (turns.vad !== undefined) this.#startSpeech();
      const events = client.listenTo(audio, this.#turn, {
        ...config,
        sampleRateHz: RATE_HZ,
        signal: this.abortSignal,
        readyTimeoutMs: connOptions.timeoutMs,
        onSessionEnd: ({ sessionId: requestId, audioSeconds: audioDuration }) => {
          const recognitionUsage = { audioDuration };
          this.#put({ type: stt.SpeechEventType.RECOGNITION_USAGE, requestId, recognitionUsage });
        },
      });
      for await (const event of events) this.#tell(event);
      this.#endSpeech();
      this.#turn = undefined;
    }
  }

  #tell(event: ListenToEvent): void {
    // A session without speech ends with a final without text.
    if (event.text === '') return;
    this.#startSpeech();
    const { config, turns } = this.#parts;
    const isFinal = event.type === 'FINAL_RESULT';
    const { FINAL_TRANSCRIPT, INTERIM_TRANSCRIPT } = stt.SpeechEventType;
    this.#put({
      type: isFinal ? FINAL_TRANSCRIPT : INTERIM_TRANSCRIPT,
      requestId: event.sessionId,
      alternatives: [speechDataOf(event, config.language, this.#startSeconds)],
    });
    if (isFinal && turns.vad === undefined) this.#endSpeech();
  }

  #startSpeech(): void {
    if (!this.#isSpeaking) this.#put({ type: stt.SpeechEventType.START_OF_SPEECH });
    this.#isSpeaking = true;
  }

  #endSpeech(): void {
    if (this.#isSpeaking) this.#put({ type: stt.SpeechEventType.END_OF_SPEECH });
    this.#isSpeaking = false;
  }

  #put(event: stt.SpeechEvent): void {
    if (!this.queue.closed) this.queue.put(event);
  }
}
