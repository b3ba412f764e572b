import { ConsoleStdout, File, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import { SpeechError } from '@parlance/core/errors';
import { collectGarbage } from '@parlance/worker-kit/garbage';
import type { ModuleFile } from './module-file.ts';
import { type ModuleConstants, type SplitModule, splitModule } from './split-module.ts';
import type { FliteTask } from './task.ts';

const TEXT_FILE = 'text.txt';
const WAV_FILE = 'speech.wav';
/** The memory of a unit of ordinary length is kept for the next one; a larger one is dropped. */
const MAX_KEPT_MEMORY_BYTES = 32 * 1024 * 1024;
/** 256 MiB, twice what any part takes at the lowest speed. An utterance that needs more fails. */
const MAX_MEMORY_PAGES = 4096;

/** The compiled module of Flite, shared by all threads. */
export type FliteModule = Omit<SplitModule, 'wasm'> & { readonly module: WebAssembly.Module };

/** The members of a task that Flite needs; it uses its own values for absent ones. */
export type FliteUtterance = Pick<FliteTask, 'text' | 'voiceCode'> & {
  readonly durationStretch?: number | undefined;
  readonly f0SpreadHz?: number | undefined;
};

/** The result of an utterance. */
export interface FliteSpeech {
  /** The bytes of the WAV file. */
  readonly wav: Uint8Array;
  /** Flite's output about its phones: a line for each sentence, with the end of each phone, such as `pau:0.232 y:0.278`. */
  readonly phones: string;
}

/** Flite in one thread; synthesizes one utterance at a time. */
export interface FliteCommand {
  /**
   * Runs Flite once: the text is passed as a file, so that it can't be mistaken for options, and the WAV is returned as
   * one. Both are in memory; the command sees no other file, no environment and no clock except the time of day.
   *
   * @throws SpeechError `ENGINE_FAILED` if Flite ends with an error or writes nothing; WebAssembly's own error for a trap
   */
  speak(utterance: FliteUtterance): Promise<FliteSpeech>;
  /** Reads the voices now instead of with the first utterance. */
  warm(): void;
}

/** @throws SpeechError `ENGINE_LOAD_FAILED` */
export async function compileFlite(file: ModuleFile): Promise<FliteModule> {
  const { wasm, ...rest } = splitModule(file, MAX_MEMORY_PAGES);
  return { module: await WebAssembly.compile(wasm), ...rest };
}

/**
 * Prepares Flite in one thread. A command module can run only once, so each utterance needs a new instance. The instances share one
 * memory. The voices, 17 MB of constants, are read into it once; everything else is cleared after each utterance, so that nothing of
 * it remains.
 */
export function openFliteCommand(flite: FliteModule, file: ModuleFile): FliteCommand {
  let memory: WebAssembly.Memory | undefined;
  return {
    warm() {
      memory ??= newMemory(flite, file);
    },
    async speak(utterance) {
      const current = memory ?? newMemory(flite, file);
      // A failure may leave anything behind, so the next utterance gets a new memory.
      memory = undefined;
      const speech = await runOnce(flite.module, current, utterance);
      if (current.buffer.byteLength > MAX_KEPT_MEMORY_BYTES) {
        // Only a collection returns an unused memory to the system.
        void collectGarbage();
        return speech;
      }
      new Uint8Array(current.buffer).fill(0, endOf(flite.constants));
      memory = current;
      return speech;
    },
  };
}

function newMemory({ initialPages, constants }: FliteModule, file: ModuleFile): WebAssembly.Memory {
  const memory = new WebAssembly.Memory({ initial: initialPages, maximum: MAX_MEMORY_PAGES });
  if (constants === undefined) return memory;
  const { fileAtBytes, memoryAtBytes, lengthBytes } = constants;
  file.readInto(new Uint8Array(memory.buffer, memoryAtBytes, lengthBytes), fileAtBytes);
  return memory;
}

function endOf(constants: ModuleConstants | undefined): number {
  return constants === undefined ? 0 : constants.memoryAtBytes + constants.lengthBytes;
}

async function runOnce(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  task: FliteUtterance,
): Promise<FliteSpeech> {
  const files = new Map([[TEXT_FILE, new File(new TextEncoder().encode(task.text))]]);
  // Flite's messages may contain a user's text.
  const mute = () => new ConsoleStdout(() => {});
  const printed: Uint8Array[] = [];
  const print = new ConsoleStdout((bytes) => printed.push(bytes.slice()));
  const descriptors = [mute(), print, mute(), new PreopenDirectory('.', files)];
  const wasi = new WASI(commandLine(task), [], descriptors, { debug: false });
  const instance = await WebAssembly.instantiate(module, {
    wasi_snapshot_preview1: wasi.wasiImport,
    env: { memory },
  });
  const exitCode = wasi.start(instance as Parameters<WASI['start']>[0]);
  const wav = files.get(WAV_FILE);
  if (exitCode !== 0 || !wav) {
    throw new SpeechError('ENGINE_FAILED', `Flite ended with exit code ${exitCode}.`, { exitCode });
  }
  return { wav: wav.data, phones: Buffer.concat(printed).toString('latin1') };
}

/** Only ASCII, since the shim counts characters where it writes UTF-8. */
function commandLine({ voiceCode, durationStretch, f0SpreadHz }: FliteUtterance): string[] {
  const features = { duration_stretch: durationStretch, int_f0_target_stddev: f0SpreadHz };
  return [
    'flite',
    ...['-voice', voiceCode],
    ...Object.entries(features).flatMap(([name, value]) =>
      value === undefined ? [] : ['--setf', `${name}=${value.toFixed(4)}`],
    ),
    '-psdur',
    ...['-f', TEXT_FILE],
    ...['-o', WAV_FILE],
  ];
}
