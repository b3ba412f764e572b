import { joinTranscript, type Utterance } from '../../domain/speech/utterance.ts';
import type { AudioRecording } from '../../ports/audio-reader.ts';
import { type RecognizeSpeechPorts, recognizeSpeech } from '../recognition/recognize-speech.ts';

export interface TranscribeOptions {
  /** Silence that parts two utterances, in milliseconds. */
  readonly utteranceSilenceMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Transcript {
  /** The utterances' texts, joined. */
  readonly transcript: string;
  readonly utterances: readonly Utterance[];
}

/**
 * Recognizes a whole recording. The recording stays the caller's to close.
 *
 * @throws SpeechError `ABORTED` or an engine's code
 */
export async function transcribe(
  ports: RecognizeSpeechPorts,
  recording: AudioRecording,
  options: TranscribeOptions,
): Promise<Transcript> {
  const utterances: Utterance[] = [];
  const events = recognizeSpeech(ports, recording.samples(ports.recognizer.capabilities.sampleRateHz), {
    speechCompleteTimeoutMs: options.utteranceSilenceMs,
    interimResults: false,
    signal: options.signal,
  });
  for await (const event of events) {
    if (event.type !== 'transcript-final') continue;
    utterances.push({ text: event.text, startTime: event.startVoiceSeconds, endTime: event.endVoiceSeconds });
  }
  return { transcript: joinTranscript(utterances), utterances };
}
