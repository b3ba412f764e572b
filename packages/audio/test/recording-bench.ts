import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AudioReader, Transcoder } from '@parlance/core/audio';
import type { EngineIncident } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import type { Spool } from '@parlance/core/storage';
import { createAudioCodec } from '../src/codec/audio-codec.ts';
import { createInstancePool } from '../src/codec/instance-pool.ts';
import {
  type AnyRecordingReaderParts,
  createAnyRecordingReader,
} from '../src/recording/any-recording-reader.ts';
import {
  createRecordingDecoder,
  type RecordingDecoder,
  type RecordingDecoderOptions,
} from '../src/recording/recording-decoder.ts';
import { createConverter } from '../src/resample/libsamplerate-instances.ts';
import { decodeFile } from '../src/worker/decode-file.ts';

export interface RecordingBench extends AsyncDisposable {
  readonly reader: AudioReader;
  /** Incidents of the worker processes. */
  readonly incidents: EngineIncident[];
  /** Decoded copies and uploads that still exist. */
  spooled(): Promise<readonly string[]>;
  /** Their total size. */
  spooledBytes(): Promise<number>;
}

const NO_FFMPEG: Pick<Transcoder, 'decode' | 'decodeToWav' | 'isAvailable'> = {
  isAvailable: async () => false,
  decode: absent,
  decodeToWav: absent,
};

function absent(): never {
  throw new SpeechError('TRANSCODER_UNAVAILABLE', 'There is no ffmpeg here.');
}

/** A reader for any recording, without ffmpeg unless one is given. */
export function openRecordingBench({
  isolation,
  hasWorkers = true,
  transcoder = NO_FFMPEG,
}: Pick<RecordingDecoderOptions, 'isolation'> & {
  /** `false`: decodes in this process. Default: in real workers. */
  readonly hasWorkers?: boolean;
  readonly transcoder?: AnyRecordingReaderParts['transcoder'];
} = {}): RecordingBench {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-recordings-'));
  const incidents: EngineIncident[] = [];
  const onIncident = (incident: EngineIncident): unknown => incidents.push(incident);
  const decoder = hasWorkers
    ? createRecordingDecoder({ ...(isolation && { isolation }), onIncident })
    : decoderWithoutWorkers();
  const reader = createAnyRecordingReader({
    codec: createAudioCodec(),
    decoder,
    transcoder,
    spool: folderSpool(folder),
  });
  return {
    reader,
    incidents,
    spooled: () => readdir(folder),
    async spooledBytes() {
      const files = (await readdir(folder)).map((name) => stat(join(folder, name)));
      return (await Promise.all(files)).reduce((sum, { size }) => sum + size, 0);
    },
    async [Symbol.asyncDispose]() {
      await decoder.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function decoderWithoutWorkers(): RecordingDecoder {
  const converters = createInstancePool(createConverter, 1);
  return {
    async decode(task, signal) {
      const work = { ...task, maxWorkMs: Number.POSITIVE_INFINITY };
      const result = await decodeFile(work, converters, () => signal?.aborted === true);
      if (result === undefined) throw SpeechError.aborted(signal);
      return result;
    },
    close: async () => undefined,
  };
}

function folderSpool(folder: string): Spool {
  let files = 0;
  return {
    async write(bytes, { maxBytes }) {
      files += 1;
      const path = join(folder, String(files));
      const whole = Buffer.concat(await Array.fromAsync(bytes));
      if (whole.length > maxBytes) throw new SpeechError('AUDIO_TOO_LARGE', `More than ${maxBytes} bytes.`);
      await writeFile(path, whole);
      return { path, bytes: whole.length, [Symbol.asyncDispose]: () => rm(path, { force: true }) };
    },
  };
}
