import type { AudioRecording } from '../audio/audio-reader.ts';
import { utteranceOf } from '../recognition/recognition-event.ts';
import {
  type RecognizeSpeechOptions,
  type RecognizeSpeechPorts,
  recognizeSpeech,
} from '../recognition/recognize-speech.ts';
import { joinTranscript, type RecognizedUtterance } from '../segmentation/utterance.ts';

export interface TranscribeOptions extends Pick<RecognizeSpeechOptions, 'lane' | 'turn' | 'signal'> {
  /** Silence that separates two utterances, in milliseconds. */
  readonly utteranceSilenceMs: number;
  /** Told of each utterance as soon as it is recognized, in order. */
  readonly onUtterance?: ((utterance: RecognizedUtterance) => void) | undefined;
}

export interface Transcript {
  /** The utterances' texts, joined. */
  readonly transcript: string;
  readonly utterances: readonly RecognizedUtterance[];
}

/**
 * Recognizes a whole recording. The recording stays the caller's to close.
 *
 * @throws SpeechError `ABORTED` or an engine's code
 */
export async function transcribe(
  ports: RecognizeSpeechPorts,
  recording: AudioRecording,
  { utteranceSilenceMs, onUtterance, ...options }: TranscribeOptions,
): Promise<Transcript> {
  const utterances: RecognizedUtterance[] = [];
  const { sampleRateHz } = ports.recognizer.capabilities;
  const events = recognizeSpeech(ports, recording.samples(sampleRateHz), {
    ...options,
    speechCompleteTimeoutMs: utteranceSilenceMs,
    interimResults: false,
  });
  for await (const event of events) {
    if (event.type !== 'transcript-final') continue;
    const utterance = utteranceOf(event);
    utterances.push(utterance);
    onUtterance?.(utterance);
  }
  return { transcript: joinTranscript(utterances), utterances };
}
