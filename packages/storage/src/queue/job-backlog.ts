import { JOB_KINDS, type JobBacklog, type JobKind } from '@parlance/core/requests';

/** @returns what the port calls depth */
export function depthOf({ running, waiting, planned }: JobBacklog): number {
  return running + waiting + planned;
}

/** Puts the backlog of each kind together. */
export function backlogOf(of: (kind: JobKind) => JobBacklog): Readonly<Record<JobKind, JobBacklog>> {
  return Object.fromEntries(JOB_KINDS.map((kind) => [kind, of(kind)])) as Record<JobKind, JobBacklog>;
}
