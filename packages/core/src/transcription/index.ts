/** Requests for the transcript of a recording: at once, and by jobs. */
export { getTranscript } from './get-transcript.ts';
export type { LiveTranscriber } from './live-transcriber.ts';
export {
  CHANNEL_CHOICES,
  type ChannelChoice,
  type RecognizeRecordingOptions,
  recognizeRecording,
  type Transcript,
} from './recognize-recording.ts';
export { runTranscriptionJob } from './run-transcription-job.ts';
export { submitTranscription } from './submit-transcription.ts';
export { type RecordingTranscript, transcribeRecording } from './transcribe-recording.ts';
export { transcribeShortAddress } from './transcribe-short-address.ts';
export { transcribeShortBytes } from './transcribe-short-bytes.ts';
export type { TranscriptRecord } from './transcript-record.ts';
export { transcriptionForm } from './transcription-form.ts';
export type {
  RecordingInput,
  SubmitTranscriptionOptions,
  TranscribeRecordingOptions,
} from './transcription-options.ts';
