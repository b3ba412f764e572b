import type { RecognitionFamily } from './family.ts';
import { moonshine } from './moonshine.ts';
import { nemoCtc } from './nemo-ctc.ts';
import { nemoTransducer } from './nemo-transducer.ts';
import { paraformer } from './paraformer.ts';
import { senseVoice } from './sense-voice.ts';
import { transducer } from './transducer.ts';
import { whisper } from './whisper.ts';

/** Recognizers of whole segments by the family name of the catalogue. */
export const RECOGNITION_FAMILIES = {
  moonshine,
  whisper,
  'sense-voice': senseVoice,
  transducer,
  'nemo-transducer': nemoTransducer,
  'nemo-ctc': nemoCtc,
  paraformer,
} as const satisfies Record<string, RecognitionFamily>;

export type RecognitionFamilyName = keyof typeof RECOGNITION_FAMILIES;
