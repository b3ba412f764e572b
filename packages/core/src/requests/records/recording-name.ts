/** The folder of recordings that wait for their transcription. */
export const RECORDINGS_FOLDER = 'recordings';

/** The name under which a transcription's recording lies in the audio store until its job ends. */
export function recordingName(transcriptId: string): string {
  return `${RECORDINGS_FOLDER}/${transcriptId}.wav`;
}
