import { SpeechError } from '@parlance/core/errors';

const SECONDS_OF = { s: 1, m: 60, h: 3600, d: 86_400 } as const;
const TIME = /^(\d{1,9})([smhd])$/;

/** @returns seconds; `undefined` if the option is not given @throws SpeechError `INVALID_INPUT` */
export function secondsOption(name: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const [, count, unit] = TIME.exec(given) ?? [];
  if (count !== undefined && unit !== undefined)
    return Number(count) * SECONDS_OF[unit as keyof typeof SECONDS_OF];
  throw new SpeechError(
    'INVALID_INPUT',
    `--${name} must be a time such as 90s, 30m, 1h or 7d; got "${given}".`,
    {
      field: name,
    },
  );
}
