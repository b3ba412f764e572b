import { RECORDINGS_FOLDER } from '../requests/records/recording-name.ts';
import { RESULTS_FOLDER } from '../synthesis/results/audio-links.ts';
import { VOICE_PACKS_FOLDER } from '../voices/stored-voice-pack.ts';

/** The folder of a long synthesis's finished parts. */
export const WORK_FOLDER = 'work';

/** The folder of archived ledger rows. Nothing in it is ever swept, since there is no other copy of them. */
export const LEDGER_FOLDER = 'ledger';

/** Every folder of the audio store whose objects records refer to. */
export const KEPT_FOLDERS = [
  RESULTS_FOLDER,
  RECORDINGS_FOLDER,
  WORK_FOLDER,
  VOICE_PACKS_FOLDER,
  LEDGER_FOLDER,
] as const;
