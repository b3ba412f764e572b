/** The folder of recordings that wait for their transcription. */
export const RECORDINGS_FOLDER = 'recordings';

/** The name of a transcription's recording in the audio store, where it is kept until its job ends. */
export function recordingName(transcriptId: string): string {
  return `${RECORDINGS_FOLDER}/${transcriptId}.wav`;
}
