import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Isolation } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { clipOf, readClips } from '../../recognition-segmentation/clips.ts';
import type { Variant } from '../../runner/contract.ts';
import { CASES } from '../cases.ts';
import { memoryAfterWork } from '../program.ts';

const PROGRAM = fileURLToPath(new URL('../in-process.js', import.meta.url));
const BUILT = fileURLToPath(new URL('../../../packages/parlance/dist/index.js', import.meta.url));
/** Seven seconds. */
const CLIP = 'austen-0870';

const WORK: Readonly<Record<string, readonly ['speak' | 'transcribe', string]>> = {
  [CASES.speakWith2]: ['speak', '2'],
  [CASES.speakWith8]: ['speak', '8'],
  [CASES.transcribeWith2]: ['transcribe', '2'],
  [CASES.transcribeWith8]: ['transcribe', '8'],
};

/**
 * A program that embeds the built library with the default voice and recognizer, without a server or a database.
 *
 * @throws SpeechError `NOT_FOUND` from `open` where the packages are not built
 */
export function inProcess(isolation: Isolation): Variant {
  return {
    async open() {
      if (!existsSync(BUILT)) throw new SpeechError('NOT_FOUND', 'Nothing is built: run `npm run build`.');
      return {
        async measure(caseName) {
          const work = WORK[caseName];
          if (work === undefined) return [];
          const [kind, workers] = work;
          const recording = kind === 'speak' ? [] : [clipOf(readClips(), CLIP).path];
          return [await memoryAfterWork(process.execPath, [PROGRAM, workers, isolation, ...recording])];
        },
        close: async () => undefined,
      };
    },
  };
}
