import { openFolderAudioStore } from '../../src/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { describeAudioStore } from './audio-store-contract.ts';

describeAudioStore('folder', async () => await openFolderAudioStore(await temporaryFolder()));
