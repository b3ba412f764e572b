import { SpeechError } from '../../errors/speech-error.ts';
import type { JobKind } from './job-kind.ts';
import type { JobQueue } from './job-queue.ts';

/** @throws SpeechError `QUEUE_FULL` if so many jobs of the kind wait or run that a new one would wait too long */
export async function refuseFullQueue(
  queue: Pick<JobQueue, 'depth'>,
  kind: JobKind,
  maxWaitingJobs: number,
): Promise<void> {
  const waiting = await queue.depth(kind, maxWaitingJobs);
  if (waiting < maxWaitingJobs) return;
  throw new SpeechError(
    'QUEUE_FULL',
    `${waiting} ${kind} jobs wait already; the limit is ${maxWaitingJobs}. Come back later.`,
    { waiting, maxWaitingJobs },
  );
}
