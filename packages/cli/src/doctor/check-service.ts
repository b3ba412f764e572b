import type { Readiness } from '@parlance/core/service';
import { remoteAdmin } from '../admin/remote-admin.ts';
import { findServer, type RunningServer } from '../storage/server-record.ts';
import type { Check, Finding } from './check.ts';

const SUBJECT = 'service';
const ANSWER_MS = 10_000;

/** Asks the running service whether it is ready, and which models it could not download. */
export const checkService: Check = async ({ dataDir }) => {
  const running = await findServer(dataDir);
  if (running === undefined) return { subject: SUBJECT, state: 'good', finding: 'It is not running here.' };
  try {
    const answer = await fetch(new URL('/readyz?capability=batch', running.url), {
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const { problems } = (await answer.json()) as Pick<Readiness, 'problems'>;
    if (problems.length === 0) return await checkModels(running);
    return {
      subject: SUBJECT,
      state: 'bad',
      finding: `${running.url} is not ready: ${problems.join(' ')}`,
      remedy: 'Crashed workers are replaced within seconds; if the problem persists, check the log.',
    };
  } catch {
    return {
      subject: SUBJECT,
      state: 'bad',
      finding: `${running.url} does not answer.`,
      remedy: 'Check its log, or restart it.',
    };
  }
};

/** Reports the models that the service needs, or an operator requested, but that could not be downloaded, with the reason. */
async function checkModels({ url, adminToken }: RunningServer): Promise<Finding> {
  const models = adminToken === null ? [] : (await remoteAdmin({ url, adminToken }).models.list()).models;
  const failed = models.flatMap(({ id, error }) => (error === null ? [] : [{ id, error }]));
  if (failed.length === 0) return { subject: SUBJECT, state: 'good', finding: `${url} is ready.` };
  return {
    subject: SUBJECT,
    state: 'bad',
    finding: `${url} is ready, but could not download ${failed.map(({ id, error }) => `${id}: ${error.message}`).join(' ')}`,
    remedy: `Fix this, then run: parlance models pull ${failed.map(({ id }) => id).join(' ')}`,
  };
}
