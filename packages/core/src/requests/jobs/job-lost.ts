import { SpeechError } from '../../errors/speech-error.ts';

const JOB_LOST = 'JOB_LOST';

/** The reason with which a job's signal aborts if another worker has the job by now. */
export function jobLost(): SpeechError {
  return new SpeechError('ABORTED', 'Another worker has the job by now.', { reason: JOB_LOST });
}

/** @returns whether another worker has the job, so that its record must not be changed */
export function isJobLost({ reason }: AbortSignal): boolean {
  return SpeechError.is(reason) && reason.details.reason === JOB_LOST;
}
