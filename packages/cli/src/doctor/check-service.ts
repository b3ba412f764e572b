import type { Readiness } from '@parlance/core';
import { findServer } from '../server/server-record.ts';
import type { Check } from './check.ts';

const SUBJECT = 'service';
const ANSWER_MS = 10_000;

/** Asks the running service whether it can serve, and why not. */
export const checkService: Check = async ({ dataDir }) => {
  const running = await findServer(dataDir);
  if (running === undefined)
    return { subject: SUBJECT, state: 'good', finding: 'It does not run here at the moment.' };
  try {
    const answer = await fetch(new URL('/readyz', running.url), { signal: AbortSignal.timeout(ANSWER_MS) });
    const { problems } = (await answer.json()) as Pick<Readiness, 'problems'>;
    if (problems.length === 0)
      return { subject: SUBJECT, state: 'good', finding: `${running.url} is ready.` };
    return {
      subject: SUBJECT,
      state: 'bad',
      finding: `${running.url} is not ready: ${problems.join(' ')}`,
      remedy: 'Workers that died are replaced within seconds; if this lasts, look at the log.',
    };
  } catch {
    return {
      subject: SUBJECT,
      state: 'bad',
      finding: `${running.url} does not answer.`,
      remedy: 'Look at its log, or start it again.',
    };
  }
};
