import { ConsoleStdout, File, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import { SpeechError } from '@parlance/core';
import type { FliteTask } from './task.ts';

const TEXT_FILE = 'text.txt';
const WAV_FILE = 'speech.wav';

/** What Flite needs to know of a task; it takes its own values for what is left out. */
export type FliteUtterance = Pick<FliteTask, 'text' | 'voiceCode'> & {
  readonly durationStretch?: number | undefined;
  readonly f0SpreadHz?: number | undefined;
};

/**
 * Runs Flite once: the text goes in as a file, so that none of it can be taken for an option, and the WAV comes out as
 * one. Both are in memory; the command sees no other file, no environment and no clock but the time of day.
 *
 * A command module runs once in its life, hence a fresh instance each time; nothing of an utterance survives it.
 *
 * @returns the bytes of the WAV file
 * @throws SpeechError `ENGINE_FAILED` when Flite ends with an error or writes nothing; WebAssembly's own for a trap
 */
export async function speakToWav(module: WebAssembly.Module, task: FliteUtterance): Promise<Uint8Array> {
  const files = new Map([[TEXT_FILE, new File(new TextEncoder().encode(task.text))]]);
  // Flite prints nothing that a caller should see, and a message of it may hold a user's text.
  const mute = () => new ConsoleStdout(() => {});
  const descriptors = [mute(), mute(), mute(), new PreopenDirectory('.', files)];
  const wasi = new WASI(commandLine(task), [], descriptors, { debug: false });
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
  const exitCode = wasi.start(instance as Parameters<WASI['start']>[0]);
  const wav = files.get(WAV_FILE);
  if (exitCode !== 0 || !wav) {
    throw new SpeechError('ENGINE_FAILED', `Flite ended with exit code ${exitCode}.`, { exitCode });
  }
  return wav.data;
}

/** All ASCII: the shim counts characters where it writes UTF-8. */
function commandLine({ voiceCode, durationStretch, f0SpreadHz }: FliteUtterance): string[] {
  const features = { duration_stretch: durationStretch, int_f0_target_stddev: f0SpreadHz };
  return [
    'flite',
    ...['-voice', voiceCode],
    ...Object.entries(features).flatMap(([name, value]) =>
      value === undefined ? [] : ['--setf', `${name}=${value.toFixed(4)}`],
    ),
    ...['-f', TEXT_FILE],
    ...['-o', WAV_FILE],
  ];
}
