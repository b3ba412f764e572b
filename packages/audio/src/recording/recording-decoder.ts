import { createRequire } from 'node:module';
import type { EngineIncident, Isolation } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { createWorkerPool, type WorkerPool } from '@parlance/worker-kit';
import type { DecodeResult, DecodeTask } from '../worker/decode-task.ts';

export interface RecordingDecoderOptions {
  /**
   * Where the decoders run. Default: in threads of this process, since they are WebAssembly with a fixed memory of 16 MiB each.
   * `process`: in a child process.
   */
  readonly isolation?: Isolation;
  readonly onIncident?: (incident: EngineIncident) => void;
}

/** Decodes compressed recordings in its own workers, which run only while there are recordings to decode. */
export interface RecordingDecoder {
  /**
   * @throws SpeechError `AUDIO_NOT_READABLE`, also if the recording ended a worker; `AUDIO_TOO_LONG`, `ABORTED`, `SHUTTING_DOWN`,
   * a storage code
   */
  decode(task: Omit<DecodeTask, 'maxWorkMs'>, signal: AbortSignal | undefined): Promise<DecodeResult>;
  close(): Promise<void>;
}

/** Longer than the upload of the next recording takes; unloading releases 40 to 140 MB. */
const IDLE_UNLOAD_MS = 30_000;
const BASE_WORK_MS = 60_000;
/** At 8 kbit/s, 1 MB is 1000 s of audio; a core that is shared by ten processes decodes 8 to 20 s of it per second. */
const WORK_MS_PER_MB = 60_000;
const MAX_WORK_MS = 3_600_000;
/** The worker gives up by itself before it counts as hung. */
const HANG_MARGIN_MS = 15_000;
const BYTES_IN_MB = 1_000_000;
/** Smaller recordings do not wait behind recordings of hours. */
const QUICK_BYTES = 2_000_000;

type Pool = WorkerPool<DecodeTask, DecodeResult | undefined>;

/** Creates a decoder, which starts no worker before the first recording. */
export function createRecordingDecoder(options: RecordingDecoderOptions = {}): RecordingDecoder {
  const { isolation, onIncident } = options;
  const pool: Pool = createWorkerPool<undefined, DecodeTask, DecodeResult | undefined>({
    name: 'recordings',
    entry: createRequire(import.meta.url).resolve('@parlance/audio/decode-worker'),
    init: undefined,
    isolation: isolation ?? 'process',
    sandboxed: isolation === undefined,
    threads: 1,
    lead: true,
    deadlineMs: ({ maxWorkMs }) => maxWorkMs + HANG_MARGIN_MS,
    idleUnloadMs: IDLE_UNLOAD_MS,
    ...(onIncident !== undefined && { onIncident }),
  });
  return {
    async decode(task, signal) {
      const work = { ...task, maxWorkMs: workMsOf(task.sourceBytes) };
      const lane = task.sourceBytes < QUICK_BYTES ? 'sync' : 'batch';
      try {
        const result = await pool.run(work, { lane, ...(signal && { signal }) });
        if (result !== undefined) return result;
      } catch (cause) {
        throw blameRecording(cause);
      }
      throw SpeechError.aborted(signal);
    },
    close: () => pool.close(),
  };
}

function workMsOf(sourceBytes: number): number {
  return Math.min(MAX_WORK_MS, Math.round(BASE_WORK_MS + (sourceBytes / BYTES_IN_MB) * WORK_MS_PER_MB));
}

/** The worker died or hung and was replaced; a retry of the same recording would have the same result. */
function blameRecording(cause: unknown): SpeechError {
  const error = SpeechError.from(cause);
  if (error.code !== 'ENGINE_CRASHED' && error.code !== 'ENGINE_TIMEOUT') return error;
  const how = error.code === 'ENGINE_CRASHED' ? 'ended' : 'hung';
  return new SpeechError(
    'AUDIO_NOT_READABLE',
    `The recording is damaged: its decoder ${how}.`,
    { reason: `decoder-${how}` },
    { cause },
  );
}
