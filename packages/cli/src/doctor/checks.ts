import type { Check } from './check.ts';
import { checkAddon } from './check-addon.ts';
import { checkAudioStorage } from './check-audio-storage.ts';
import { checkDataFolder } from './check-data-folder.ts';
import { checkDatabase } from './check-database.ts';
import { checkFfmpeg } from './check-ffmpeg.ts';
import { checkLanguages } from './check-languages.ts';
import { checkModels } from './check-models.ts';
import { checkNode } from './check-node.ts';
import { checkPip } from './check-pip.ts';
import { checkPort, checkTcpPort } from './check-port.ts';
import { checkService } from './check-service.ts';

/** Groups run in parallel; checks within one group run in sequence, since they claim the data folder. */
export const CHECKS: readonly (readonly Check[])[] = [
  [checkNode],
  [checkAddon],
  [checkModels],
  [checkLanguages],
  [checkPip],
  [checkDataFolder, checkDatabase, checkAudioStorage],
  [checkPort],
  [checkTcpPort('wyoming')],
  [checkTcpPort('asterisk')],
  [checkService],
  [checkFfmpeg],
];
