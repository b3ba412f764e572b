import {
  type EngineCallOptions,
  type PluginContext,
  SpeechError,
  type VoiceActivityDetector,
  type VoiceActivityStream,
} from '@parlance/core';
import { filesOf, voiceActivityConfig } from '../families/addon-config.ts';
import { RECOGNITION_RATE_HZ } from '../families/family.ts';
import { VAD_WINDOW_SAMPLES } from '../families/vad-window.ts';
import type { VoiceActivityAnswer, VoiceActivityInit, VoiceActivityTask } from '../worker/tasks.ts';
import { engineIdOf } from './engine-id.ts';
import { createJudgeRounds, type JudgeRounds, type StreamPiece } from './judge-rounds.ts';
import { LazyPool } from './lazy-pool.ts';
import { openWorkerStream } from './worker-stream.ts';

/** 0.06 ms a window on one core by our own network, 0.3 by the addon: this is a hundred times what it takes at most. */
const DEADLINE_BASE_MS = 10_000;
const DEADLINE_MS_PER_SAMPLE = 1000 / RECOGNITION_RATE_HZ;
/** One thread judges hundreds of live streams; the pool has one, for a stream's state lives in its thread. */
const THREAD = 0;
const ROLES = ['model'];

export interface DetectorOptions {
  readonly modelId: string;
  readonly threshold: number;
  readonly context: PluginContext;
}

/**
 * Silero behind the voice activity port. It is asked for decisions, so each window's probability is 0 or 1.
 */
export class SherpaVoiceActivityDetector implements VoiceActivityDetector {
  readonly id: string;
  readonly sampleRateHz = RECOGNITION_RATE_HZ;
  readonly frameSamples = VAD_WINDOW_SAMPLES;
  readonly #pool: LazyPool<VoiceActivityInit, VoiceActivityTask, VoiceActivityAnswer>;
  readonly #rounds: JudgeRounds;
  #lastStreamId = 0;
  #openStreams = 0;

  constructor({ modelId, threshold, context }: DetectorOptions) {
    this.id = engineIdOf(modelId);
    this.#pool = new LazyPool({
      name: this.id,
      modelId,
      worker: 'worker-voice-activity',
      threads: 1,
      deadlineMs: (task) =>
        DEADLINE_BASE_MS + (task.type === 'judge' ? samplesIn(task.pieces) * DEADLINE_MS_PER_SAMPLE : 0),
      init: ({ files }) => {
        const [modelPath = '', ...others] = filesOf(modelId, files, ROLES);
        const config = voiceActivityConfig(files, threshold);
        return { paths: [modelPath, ...others], modelPath, threshold, config };
      },
      context,
    });
    this.#rounds = createJudgeRounds({
      openStreams: () => this.#openStreams,
      run: async (pieces, place) => {
        const transfer = buffersOf(pieces);
        const answer = await this.#pool.run(
          { type: 'judge', pieces },
          { ...place, thread: THREAD, transfer },
        );
        return Array.isArray(answer) ? answer : [];
      },
    });
  }

  async warm(): Promise<void> {
    await this.#pool.warm();
  }

  async open({ signal, ...call }: EngineCallOptions = {}): Promise<VoiceActivityStream> {
    if (signal?.aborted) throw SpeechError.aborted(signal);
    const pool = await this.#pool.warm();
    const streamId = ++this.#lastStreamId;
    const place = { ...call, thread: THREAD, ...(signal && { signal }) };
    const stream = await openWorkerStream(
      pool,
      { first: { type: 'open', streamId }, last: { type: 'close', streamId } },
      place,
    );
    const { generation } = stream;
    this.#openStreams += 1;
    let isOpen = true;
    return {
      judge: async (samples) => {
        stream.assertOpen();
        assertWindows(samples);
        return this.#rounds.judge({ streamId, samples }, { ...call, generation, signal });
      },
      reset: async () => void (await stream.run({ type: 'reset', streamId })),
      close: () => {
        if (isOpen) this.#openStreams -= 1;
        isOpen = false;
        return stream.close();
      },
    };
  }

  async openStreamCount(): Promise<number> {
    const count = await this.#pool.run({ type: 'count' }, { thread: THREAD });
    return typeof count === 'number' ? count : 0;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** @throws SpeechError `ENGINE_FAILED` */
function assertWindows({ length }: Float32Array): void {
  if (length % VAD_WINDOW_SAMPLES === 0) return;
  const message = `The detector was given ${length} samples; it takes multiples of ${VAD_WINDOW_SAMPLES}.`;
  throw new SpeechError('ENGINE_FAILED', message, { samples: length, frameSamples: VAD_WINDOW_SAMPLES });
}

function samplesIn(pieces: readonly StreamPiece[]): number {
  return pieces.reduce((sum, { samples }) => sum + samples.length, 0);
}

function buffersOf(pieces: readonly StreamPiece[]): ArrayBuffer[] {
  const buffers = pieces.map(({ samples }) => samples.buffer);
  return [...new Set(buffers.filter((buffer) => buffer instanceof ArrayBuffer))];
}
