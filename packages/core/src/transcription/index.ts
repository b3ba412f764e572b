/** Requests for the transcript of a recording: at once, and by jobs. */

export { runTranscriptionJob } from './batch/run-transcription-job.ts';
export { submitTranscription } from './batch/submit-transcription.ts';
export type { LiveTranscriber } from './live/live-transcriber.ts';
export { type RecordingTranscript, transcribeRecording } from './live/transcribe-recording.ts';
export { transcribeShortAddress } from './live/transcribe-short-address.ts';
export { transcribeShortBytes } from './live/transcribe-short-bytes.ts';
export { transcriptionForm } from './request/transcription-form.ts';
export type {
  RecordingInput,
  SubmitTranscriptionOptions,
  TranscribeRecordingOptions,
} from './request/transcription-options.ts';
export { getTranscript } from './results/get-transcript.ts';
export type { TranscriptRecord } from './results/transcript-record.ts';
export {
  CHANNEL_CHOICES,
  type ChannelChoice,
  type RecognizeRecordingOptions,
  recognizeRecording,
  type Transcript,
} from './speech/recognize-recording.ts';
