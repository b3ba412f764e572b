import { createRequire } from 'node:module';
import type { PluginContext, TextAligner } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { isSameLanguage } from '@parlance/core/text';
import { createAligner } from '@parlance/worker-kit';
import type { SoundSwallowerSettings } from '../options.ts';
import type { AlignTask } from '../worker/align-task.ts';

const LANGUAGE = 'en';
/** Memory of the search grows with the speech. */
const MAX_SECONDS = 120;
/** A hundred times the longest time measured on a busy core. */
const DEADLINE_MS_PER_SECOND = 10_000;

/** An aligner that finds words in English speech with an acoustic model. */
export function soundSwallowerAligner(
  settings: SoundSwallowerSettings,
  { onIncident }: Pick<PluginContext, 'onIncident'>,
): TextAligner {
  return createAligner<undefined, AlignTask>({
    ...settings,
    id: 'soundswallower/aligner',
    entry: createRequire(import.meta.url).resolve('@parlance/plugin-soundswallower/worker'),
    init: undefined,
    languages: [LANGUAGE],
    maxSeconds: MAX_SECONDS,
    deadlineMsPerSecond: DEADLINE_MS_PER_SECOND,
    onIncident,
    taskOf({ samples, sampleRateHz, words, text, languageCode }) {
      if (!isSameLanguage(languageCode, LANGUAGE)) {
        throw new SpeechError('LANGUAGE_NOT_SUPPORTED', `SoundSwallower does not align ${languageCode}.`, {
          field: 'languageCode',
        });
      }
      return { samples, sampleRateHz, words, text };
    },
  });
}
