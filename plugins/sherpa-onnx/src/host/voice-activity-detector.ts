import type {
  EngineCallOptions,
  PluginContext,
  VoiceActivityDetector,
  VoiceActivityStream,
} from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { canComputeSilero, SILERO_WINDOW_SAMPLES } from '@parlance/silero';
import { PooledEngine, type WorkerPool } from '@parlance/worker-kit';
import { filesOf, voiceActivityConfig } from '../families/addon-config.ts';
import { RECOGNITION_RATE_HZ } from '../families/family.ts';
import type {
  StreamPiece,
  VoiceActivityAnswer,
  VoiceActivityInit,
  VoiceActivityTask,
} from '../worker/tasks.ts';
import { createDetectionRounds, type DetectionRounds } from './detection-rounds.ts';
import { engineIdOf } from './engine-id.ts';
import { openModelPool } from './open-model-pool.ts';

/** A window takes 0.06 ms on one core with `@parlance/silero` and 0.3 ms with the addon; this is a hundred times the longest task. */
const DEADLINE_BASE_MS = 10_000;
const DEADLINE_MS_PER_SAMPLE = 1000 / RECOGNITION_RATE_HZ;
/** One thread serves hundreds of live streams; the pool has only one, because a stream's state lives in its thread. */
const THREAD = 0;
const ROLES = ['model'];
/**
 * The catalogue's id of the model whose network `@parlance/silero` computes. Its worker runs only WebAssembly and may live in this
 * process. Another build of the network, or a runtime without the instructions, needs the addon.
 */
const COMPUTED_MODEL = 'silero-vad';

export interface DetectorOptions {
  readonly modelId: string;
  readonly threshold: number;
  readonly context: PluginContext;
}

/**
 * A voice activity detector with Silero. It only returns decisions, so each window's probability is 0 or 1.
 */
export class SherpaVoiceActivityDetector extends PooledEngine implements VoiceActivityDetector {
  readonly id: string;
  readonly model: string;
  readonly sampleRateHz = RECOGNITION_RATE_HZ;
  readonly frameSamples = SILERO_WINDOW_SAMPLES;
  protected readonly pool: WorkerPool<VoiceActivityTask, VoiceActivityAnswer>;
  readonly #rounds: DetectionRounds;
  /** For a thread of this process a copy is moved; for another process the samples are serialized without a copy. */
  readonly #isInProcess: boolean;
  #lastStreamId = 0;
  /** Open streams, and whether the worker knows them. */
  readonly #streams = new Map<number, { isKnown: boolean }>();

  constructor({ modelId, threshold, context }: DetectorOptions) {
    super();
    const sandboxed = modelId === COMPUTED_MODEL && canComputeSilero();
    this.id = engineIdOf(modelId);
    this.model = modelId;
    this.#isInProcess = sandboxed || context.isolation === 'thread';
    this.pool = openModelPool<VoiceActivityInit, VoiceActivityTask, VoiceActivityAnswer>({
      name: this.id,
      modelId,
      worker: 'worker-voice-activity',
      threads: 1,
      sandboxed,
      deadlineMs: (task) =>
        DEADLINE_BASE_MS + (task.type === 'detect' ? samplesIn(task.pieces) * DEADLINE_MS_PER_SAMPLE : 0),
      init: ({ files }) => {
        const [modelPath = '', ...others] = filesOf(modelId, files, ROLES);
        const config = voiceActivityConfig(files, threshold);
        return { paths: [modelPath, ...others], modelPath, threshold, config, sandboxed };
      },
      context,
    });
    this.#rounds = createDetectionRounds({
      openStreams: () => this.#streams.size,
      run: async (pieces, place) => {
        const open = pieces.filter(({ streamId }) => this.#makeKnown(streamId));
        const task: VoiceActivityTask = { type: 'detect', pieces: open };
        const moved = this.#isInProcess ? { transfer: buffersOf(open) } : {};
        const answer = await this.pool.run(task, { ...place, thread: THREAD, ...moved });
        const answers = Array.isArray(answer) ? answer : [];
        return pieces.map((piece) => answers[open.indexOf(piece)]);
      },
    });
  }

  async open({ signal, ...call }: EngineCallOptions = {}): Promise<VoiceActivityStream> {
    if (signal?.aborted) throw SpeechError.aborted(signal);
    const pool = this.pool;
    await pool.warm();
    if (signal?.aborted) throw SpeechError.aborted(signal);
    const streamId = ++this.#lastStreamId;
    const letGo = pool.keepLoaded();
    const { generation } = pool;
    this.#streams.set(streamId, { isKnown: false });
    const assertOpen = (): void => {
      if (!this.#streams.has(streamId)) throw new SpeechError('SHUTTING_DOWN', 'The stream is closed.');
    };
    let isFresh = true;
    let closing: Promise<void> | undefined;
    return {
      detect: async (samples) => {
        assertOpen();
        assertWindows(samples);
        const piece = { streamId, isFresh, samples: this.#isInProcess ? samples.slice() : samples };
        isFresh = false;
        return this.#rounds.detect(piece, { ...call, generation, signal });
      },
      reset: async () => {
        assertOpen();
        isFresh = true;
      },
      close: () => {
        closing ??= this.#end(streamId, pool, { ...call, generation }).then(letGo);
        return closing;
      },
    };
  }

  /** @returns whether the stream is still open */
  #makeKnown(streamId: number): boolean {
    const stream = this.#streams.get(streamId);
    if (stream !== undefined) stream.isKnown = true;
    return stream !== undefined;
  }

  /** Never rejects: a stream's state in the worker ends with the worker at the latest. */
  async #end(
    streamId: number,
    pool: WorkerPool<VoiceActivityTask, VoiceActivityAnswer>,
    call: Omit<EngineCallOptions, 'signal'> & { readonly generation: number },
  ): Promise<void> {
    const isKnown = this.#streams.get(streamId)?.isKnown;
    this.#streams.delete(streamId);
    if (!isKnown) return;
    await pool.run({ type: 'close', streamId }, { ...call, thread: THREAD }).catch(() => undefined);
  }

  async openStreamCount(): Promise<number> {
    const count = await this.pool.run({ type: 'count' }, { thread: THREAD });
    return typeof count === 'number' ? count : 0;
  }
}

/** @throws SpeechError `ENGINE_FAILED` */
function assertWindows({ length }: Float32Array): void {
  if (length % SILERO_WINDOW_SAMPLES === 0) return;
  const message = `The detector was given ${length} samples; it takes multiples of ${SILERO_WINDOW_SAMPLES}.`;
  throw new SpeechError('ENGINE_FAILED', message, { samples: length, frameSamples: SILERO_WINDOW_SAMPLES });
}

function samplesIn(pieces: readonly StreamPiece[]): number {
  return pieces.reduce((sum, { samples }) => sum + samples.length, 0);
}

function buffersOf(pieces: readonly StreamPiece[]): ArrayBuffer[] {
  const buffers = pieces.map(({ samples }) => samples.buffer);
  return [...new Set(buffers.filter((buffer) => buffer instanceof ArrayBuffer))];
}
