/** Requests for the transcript of a recording: at once, and by jobs. */
export { getTranscript } from './get-transcript.ts';
export { type RunTranscriptionJobPorts, runTranscriptionJob } from './run-transcription-job.ts';
export { type SubmitTranscriptionPorts, submitTranscription } from './submit-transcription.ts';
export {
  CHANNEL_CHOICES,
  type ChannelChoice,
  type TranscribeOptions,
  type Transcript,
  transcribe,
} from './transcribe.ts';
export { transcribeAddress } from './transcribe-address.ts';
export type { LiveRecording, TranscribeAtOncePorts } from './transcribe-at-once.ts';
export { transcribeLive } from './transcribe-live.ts';
export {
  type RecordingTranscript,
  type TranscribeRecordingPorts,
  transcribeRecording,
} from './transcribe-recording.ts';
export type { TranscriptRecord } from './transcript-record.ts';
export { transcriptionForm } from './transcription-form.ts';
export type {
  RecordingInput,
  SubmitTranscriptionOptions,
  TranscribeRecordingOptions,
} from './transcription-options.ts';
