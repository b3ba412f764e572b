import { SpeechError } from '@parlance/core/errors';

/** @throws SpeechError `INVALID_INPUT` if the value is not a number */
export function numberOption(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (value.trim() !== '' && Number.isFinite(number)) return number;
  throw new SpeechError('INVALID_INPUT', `--${name} must be a number; got "${value}".`);
}
