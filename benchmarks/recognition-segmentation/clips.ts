import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SpeechError } from '@parlance/core/errors';

/** A recording of a person, with what they said. */
export interface Clip {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  readonly reference: string;
  readonly durationSec: number;
  /** In Hz. */
  readonly sampleRate: number;
}

const FOLDER =
  process.env.PARLANCE_SPEECH_DIR ?? fileURLToPath(new URL('../../../shared/speech', import.meta.url));

/**
 * The clips of the folder in `PARLANCE_SPEECH_DIR`: WAV files beside a `manifest.json` that lists `id`, `file`,
 * `reference`, `durationSec` and `sampleRate` of each.
 *
 * @returns none when the folder is not there
 */
export function readClips(): readonly Clip[] {
  const manifest = `${FOLDER}/manifest.json`;
  if (!existsSync(manifest)) return [];
  const entries: (Omit<Clip, 'path'> & { readonly file: string })[] = JSON.parse(
    readFileSync(manifest, 'utf8'),
  );
  return entries.map(({ file, ...clip }) => ({ ...clip, path: `${FOLDER}/${file}` }));
}

/** @throws SpeechError `INVALID_INPUT` when there are no clips */
export function clipOf(clips: readonly Clip[], id: string): Clip {
  const clip = clips.find((one) => one.id === id);
  if (clip !== undefined) return clip;
  throw new SpeechError(
    'INVALID_INPUT',
    `There is no clip "${id}"; set PARLANCE_SPEECH_DIR to the folder of clips.`,
  );
}
