/** The kinds of jobs. `housekeeping` is scheduled automatically, at fixed times. */
export const JOB_KINDS = ['synthesis', 'transcription', 'webhook-delivery', 'housekeeping'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** One value for each kind. */
export function perJobKind<Value>(of: (kind: JobKind) => Value): Readonly<Record<JobKind, Value>> {
  return Object.fromEntries(JOB_KINDS.map((kind) => [kind, of(kind)])) as Record<JobKind, Value>;
}
