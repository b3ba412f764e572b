import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createModelStore, DEFAULT_MODEL_IDS } from '@parlance/models';

const installed = (await createModelStore().list())
  .filter(({ isInstalled }) => isInstalled)
  .map(({ entry }) => entry.id);

/** Whether the default models are in the cache folder: `parlance models pull` and `npm start` put them there. */
export const hasModels = DEFAULT_MODEL_IDS.every((id) => installed.includes(id));

const folder = process.env.PARLANCE_SPEECH_DIR ?? join(import.meta.dirname, '../../../shared/speech');
const manifest = join(folder, 'manifest.json');

/** Recordings of people, with what they say; none where the folder is not there. */
export const clips: readonly { id: string; path: string; reference: string; durationSec: number }[] =
  existsSync(manifest)
    ? JSON.parse(readFileSync(manifest, 'utf8')).map((clip: { file: string }) => ({
        ...clip,
        path: join(folder, clip.file),
      }))
    : [];

if (!hasModels)
  console.warn('skipped: the default models are not installed; run: npx parlance models pull --help');
if (clips.length === 0)
  console.warn('skipped: no recordings; PARLANCE_SPEECH_DIR names no folder with a manifest.json');
