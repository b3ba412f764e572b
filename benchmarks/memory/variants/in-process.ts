import { fileURLToPath } from 'node:url';
import type { Variant } from '../../runner/contract.ts';
import { CASES } from '../cases.ts';
import { memoryAfterWork } from '../program.ts';

const PROGRAM = fileURLToPath(new URL('../in-process.ts', import.meta.url));

const ARGUMENTS: Readonly<Record<string, readonly [string, string]>> = {
  [CASES.speakWith2]: ['speak', '2'],
  [CASES.speakWith8]: ['speak', '8'],
  [CASES.transcribeWith2]: ['transcribe', '2'],
  [CASES.transcribeWith8]: ['transcribe', '8'],
};

/** A program that embeds the library with the default voice and recognizer, without a server or a database. */
export const inProcess: Variant = {
  open: async () => ({
    async measure(caseName) {
      const given = ARGUMENTS[caseName];
      if (given === undefined) return [];
      return [await memoryAfterWork(process.execPath, ['--conditions=@parlance/source', PROGRAM, ...given])];
    },
    close: async () => undefined,
  }),
};
