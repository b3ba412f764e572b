import type { EngineCallOptions } from '../../engine/synthesis-engine.ts';
import type { VoiceActivityDetector } from '../../engine/voice-activity-detector.ts';
import { SpeechError } from '../../errors/speech-error.ts';

/** A detector's stream that outlives its worker. */
export interface SpeechActivity {
  /**
   * Detects speech in whole frames, in the stream's order.
   *
   * @param samples as in {@link VoiceActivityStream.detect}
   * @returns one speech probability a frame, 0 to 1
   */
  detect(samples: Float32Array): Promise<Float32Array>;
  /** Resets the model's state, as after an utterance. */
  reset(): Promise<void>;
  /** Never rejects. */
  close(): Promise<void>;
}

/**
 * Opens a detector's stream that outlives its worker: if that dies, the frames are given to a new stream, which has no memory of the earlier audio
 * and adapts within a few frames. If workers die repeatedly, the engine itself refuses.
 *
 * @throws SpeechError as {@link VoiceActivityDetector.open}
 */
export async function openActivity(
  detector: VoiceActivityDetector,
  call: EngineCallOptions & { readonly signal: AbortSignal },
): Promise<SpeechActivity> {
  let stream = await detector.open(call);

  const isLost = (error: unknown): boolean =>
    !call.signal.aborted && SpeechError.from(error).code === 'ENGINE_CRASHED';

  const reopen = async (error: unknown): Promise<void> => {
    if (!isLost(error)) throw error;
    void stream.close().catch(() => undefined);
    stream = await detector.open(call);
  };

  return {
    async detect(samples) {
      try {
        return await stream.detect(samples);
      } catch (error) {
        await reopen(error);
        return stream.detect(samples);
      }
    },
    async reset() {
      try {
        await stream.reset();
      } catch (error) {
        await reopen(error);
      }
    },
    close: () => stream.close().catch(() => undefined),
  };
}
