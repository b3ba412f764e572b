/** Requests for the transcript of a recording: at once, and by jobs. */
export { getTranscript } from './get-transcript.ts';
export {
  CHANNEL_CHOICES,
  type ChannelChoice,
  type RecognizeRecordingOptions,
  recognizeRecording,
  type Transcript,
} from './recognize-recording.ts';
export { type RunTranscriptionJobPorts, runTranscriptionJob } from './run-transcription-job.ts';
export { type SubmitTranscriptionPorts, submitTranscription } from './submit-transcription.ts';
export {
  type RecordingTranscript,
  type TranscribeRecordingPorts,
  transcribeRecording,
} from './transcribe-recording.ts';
export type { LiveRecording, TranscribeShortPorts } from './transcribe-short.ts';
export { transcribeShortAddress } from './transcribe-short-address.ts';
export { transcribeShortBytes } from './transcribe-short-bytes.ts';
export type { TranscriptRecord } from './transcript-record.ts';
export { transcriptionForm } from './transcription-form.ts';
export type {
  RecordingInput,
  SubmitTranscriptionOptions,
  TranscribeRecordingOptions,
} from './transcription-options.ts';
