import { readFileSync } from 'node:fs';
import { SPEECH_ERRORS, type SpeechErrorCode } from '@parlance/core/errors';
import { describe, expect, it } from 'vitest';
import { ADMIN_ERRORS, type HttpError, STT_ERRORS, TTS_ERRORS, VOICES_ERRORS } from '../src/index.ts';

const DOCUMENT = new URL('../../../docs/errors.md', import.meta.url);

/** The rows of the one table whose first column is a code of the core. */
const documented = readFileSync(DOCUMENT, 'utf8')
  .split('\n')
  .filter((line) => /^\| `[A-Z_]+` \| (caller|load|engine|bug) /.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -2)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );

const wire = ({ status, code }: HttpError): string => `${status} ${code}`;

const codes = Object.keys(SPEECH_ERRORS) as SpeechErrorCode[];

describe('docs/errors.md', () => {
  it('has a row for every code and no other, in the order of the table', () => {
    expect(documented.map(([code]) => code)).toEqual(codes);
  });

  it.each(codes)('has for %s what the tables have', (code) => {
    const { fault, retryable } = SPEECH_ERRORS[code];
    expect(documented.find(([name]) => name === code)).toEqual([
      code,
      fault,
      retryable ? 'yes' : 'no',
      wire(TTS_ERRORS[code]),
      wire(STT_ERRORS[code]),
      wire(VOICES_ERRORS[code]),
      wire(ADMIN_ERRORS[code]),
    ]);
  });
});
