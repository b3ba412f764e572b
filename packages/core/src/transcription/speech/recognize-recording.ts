import type { AudioRecording } from '../../audio/audio-reader.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import { utteranceOf } from '../../recognition/recognition-event.ts';
import {
  type RecognizeSpeechOptions,
  recognizeSpeech,
} from '../../recognition/recognizer/recognize-speech.ts';
import type { SpeechRecognizer } from '../../recognition/recognizer/speech-recognizer.ts';
import { joinTranscript, type RecognizedUtterance } from '../../segmentation/utterance.ts';
import { recognizeChannels } from './recognize-channels.ts';
import { spokenLanguage } from './spoken-language.ts';

export interface RecognizeRecordingOptions extends Pick<RecognizeSpeechOptions, 'lane' | 'turn' | 'signal'> {
  /** Silence that separates two utterances, in milliseconds. */
  readonly utteranceSilenceMs: number;
  /** Absent: `mixed`. */
  readonly channels?: ChannelChoice | undefined;
  /** See {@link RecognizeSpeechOptions.contextPauseMs}. Absent: {@link CONTEXT_PAUSE_MS}. */
  readonly contextPauseMs?: number | undefined;
  /** Called with each utterance as soon as it is recognized, in order; for separate channels after all are recognized. */
  readonly onUtterance?: ((utterance: RecognizedUtterance) => void) | undefined;
}

/** `mixed`: the mean of all channels is recognized. `separate`: each channel is recognized separately, and utterances name theirs. */
export const CHANNEL_CHOICES = ['mixed', 'separate'] as const;
export type ChannelChoice = (typeof CHANNEL_CHOICES)[number];

/** With 1.5 s recognition is even better, but live sessions would be too far behind; measured in `benchmarks/context-windows`. */
export const CONTEXT_PAUSE_MS = 1000;

export interface Transcript {
  /** The texts of the utterances, joined. */
  readonly transcript: string;
  /** Ordered by their start, then by their channel. */
  readonly utterances: readonly RecognizedUtterance[];
  /** The language that the recognizer detected in most of the speech, if it reports one. */
  readonly language?: string;
}

/**
 * Recognizes a whole recording. The caller closes it; for separate channels it must have been opened with
 * `keepsChannels`.
 *
 * @throws SpeechError `ABORTED` or an engine's code
 */
export async function recognizeRecording(
  recognizer: SpeechRecognizer,
  recording: AudioRecording,
  { channels, onUtterance, ...options }: RecognizeRecordingOptions,
): Promise<Transcript> {
  const utterances = await (channels === 'separate'
    ? recognizeChannels(recording.channels, options.signal, (channel, signal) =>
        recognizeAll(recognizer, recording, { ...options, channel, signal }),
      )
    : recognizeAll(recognizer, recording, { ...options, onUtterance }));
  if (channels === 'separate') for (const utterance of utterances) onUtterance?.(utterance);
  return transcriptOf(utterances);
}

export function transcriptOf(utterances: readonly RecognizedUtterance[]): Transcript {
  const language = spokenLanguage(utterances);
  return {
    transcript: joinTranscript(utterances),
    utterances,
    ...(language !== undefined && { language }),
  };
}

/**
 * Recognizes the recording of a live call.
 *
 * @returns its transcript, or why it failed
 * @throws SpeechError `ABORTED`, `SHUTTING_DOWN`: these do not count as a failure of the recognition
 */
export async function recognizeOrError(
  recognizer: SpeechRecognizer,
  recording: AudioRecording,
  call: Omit<RecognizeRecordingOptions, 'lane'>,
): Promise<Transcript | SpeechError> {
  try {
    return await recognizeRecording(recognizer, recording, { ...call, lane: 'sync' });
  } catch (cause) {
    const error = SpeechError.from(cause);
    if (error.code === 'ABORTED' || error.code === 'SHUTTING_DOWN') throw error;
    return error;
  }
}

async function recognizeAll(
  recognizer: SpeechRecognizer,
  recording: AudioRecording,
  {
    utteranceSilenceMs,
    contextPauseMs = CONTEXT_PAUSE_MS,
    channel,
    onUtterance,
    ...options
  }: Omit<RecognizeRecordingOptions, 'channels'> & { readonly channel?: number },
): Promise<readonly RecognizedUtterance[]> {
  const utterances: RecognizedUtterance[] = [];
  const { sampleRateHz } = recognizer.engine.capabilities;
  const events = recognizeSpeech(recognizer, recording.samples(sampleRateHz, { channel }), {
    ...options,
    speechCompleteTimeoutMs: utteranceSilenceMs,
    contextPauseMs,
    interimResults: false,
  });
  for await (const event of events) {
    if (event.type !== 'transcript-final') continue;
    const heard = utteranceOf(event);
    const utterance = channel === undefined ? heard : { ...heard, channel };
    utterances.push(utterance);
    onUtterance?.(utterance);
  }
  return utterances;
}
