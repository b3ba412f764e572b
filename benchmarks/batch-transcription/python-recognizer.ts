import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { SpeechError } from '@parlance/core/errors';
import { createModelStore } from '@parlance/models';

const SCRIPT = fileURLToPath(new URL('decode_segments.py', import.meta.url));
/** On both sides of a segment, as the plugin puts it for this model. */
const SILENCE_SAMPLES = 4000;

export interface PythonRecognizer {
  readonly pid: number;
  /** Decodes all segments once, as many at once as there are cores. @returns how long that took, in seconds */
  decode(): Promise<number>;
  close(): Promise<void>;
}

/**
 * The recognizer of `sherpa-onnx`'s Python package on the same model.
 *
 * @param python of the environment that has the package
 * @throws SpeechError `INTERNAL` when it ends, or hears nothing
 */
export async function openPythonRecognizer(
  python: string,
  segments: readonly Float32Array[],
): Promise<PythonRecognizer> {
  const { files } = await createModelStore().ensure('moonshine-tiny-en');
  const folder = await mkdtemp(join(tmpdir(), 'python-recognizer-'));
  const [samplesPath, lengthsPath] = [join(folder, 'segments.f32'), join(folder, 'lengths.json')];
  await writeFile(
    samplesPath,
    segments.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
  );
  await writeFile(lengthsPath, JSON.stringify(segments.map(({ length }) => length)));
  const child = spawn(
    python,
    [
      SCRIPT,
      ...[files.encoder, files.mergedDecoder, files.tokens].map(String),
      samplesPath,
      lengthsPath,
      String(SILENCE_SAMPLES),
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done === true) throw new SpeechError('INTERNAL', 'The Python recognizer ended.');
    return value;
  };
  await next();
  return {
    pid: child.pid as number,
    async decode() {
      child.stdin.write('\n');
      const { seconds, words } = JSON.parse(await next()) as { seconds: number; words: number };
      // A model that was not understood answers with empty texts, quickly.
      if (words < segments.length)
        throw new SpeechError('INTERNAL', `The Python recognizer heard ${words} words.`);
      return seconds;
    },
    async close() {
      const exited = once(child, 'exit');
      child.stdin.end();
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
