import { createPcm16Decoder, PCM_BYTES_PER_SAMPLE } from '../../domain/audio/pcm-format.ts';
import { createAudioLead } from '../../domain/session/audio-lead.ts';
import { type PolishOptions, polishText } from '../../domain/session/polish-text.ts';
import type { SessionConfig } from '../../domain/session/session-messages.ts';
import type { SessionInput } from '../../domain/session/session-state.ts';
import type { AudioCodec } from '../../ports/audio-codec.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RecognitionEvent } from '../recognition/recognition-event.ts';
import { type RecognizeSpeechPorts, recognizeSpeech } from '../recognition/recognize-speech.ts';
import { createSessionAudio, type SessionAudio } from './session-audio.ts';

/** Audio that may wait: less than this keeps a burst's reader busy, more would only fill memory. */
const HIGH_WATER_SECONDS = 5;
const LOW_WATER_SECONDS = 2;
const PIECE_SECONDS = 0.5;

export interface RecognizeSessionOptions {
  readonly config: SessionConfig;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly signal: AbortSignal;
  /** Writes numbers in digits. */
  readonly numbersIn?: PolishOptions['numbersIn'];
  /** Whose turn the session's utterances take: the app's id. */
  readonly turn: string | undefined;
  /** Whether no other session brings audio: then a burst is in nobody's way. */
  readonly isAlone: () => boolean;
  /** Told of everything that recognition brings, failures excepted. */
  readonly onInput: (input: SessionInput) => void;
  readonly onPause: () => void;
  readonly onResume: () => void;
}

export interface SessionRecognition {
  readonly audio: Pick<SessionAudio, 'push' | 'end'>;
  /** Resolves when recognition has ended and its detector is closed. Rejects with what it failed of. */
  readonly ended: Promise<void>;
}

/** Opens the recognition of one session: bytes in, what happened in speech out. */
export function recognizeSession(
  ports: () => RecognizeSpeechPorts,
  codec: AudioCodec,
  options: RecognizeSessionOptions,
): SessionRecognition {
  const { config, clock, signal, onInput } = options;
  const lead = createAudioLead();
  const bytesOf = (seconds: number): number => seconds * config.sampleRateHz * PCM_BYTES_PER_SAMPLE;
  const audio = createSessionAudio({
    pieceBytes: bytesOf(PIECE_SECONDS),
    highBytes: bytesOf(HIGH_WATER_SECONDS),
    lowBytes: bytesOf(LOW_WATER_SECONDS),
    onPause: options.onPause,
    onResume: options.onResume,
    onHungry: () => onInput({ type: 'hungry' }),
  });
  const run = async (): Promise<void> => {
    const listening = ports();
    const { recognizer, voiceActivity } = listening;
    await Promise.all([recognizer.warm(), voiceActivity.warm()]);
    const { punctuated, sampleRateHz } = recognizer.capabilities;
    const samples = samplesOf(audio, codec, { fromHz: config.sampleRateHz, toHz: sampleRateHz });
    const events = recognizeSpeech(listening, samples, {
      ...config,
      signal,
      turn: options.turn,
      isAhead: () => lead.isAhead(clock.monotonicMs()) && !options.isAlone(),
      onListening: () => onInput({ type: 'prepared' }),
    });
    for (;;) {
      const next = await events.next();
      if (next.done === true) return onInput({ type: 'recognized', reason: next.value });
      onInput(inputOf(next.value, { isPunctuated: punctuated, numbersIn: options.numbersIn }));
    }
  };
  return {
    audio: {
      push(bytes) {
        lead.receive(bytes.length / bytesOf(1), clock.monotonicMs());
        audio.push(bytes);
      },
      end: () => audio.end(),
    },
    ended: run(),
  };
}

async function* samplesOf(
  audio: AsyncIterable<Uint8Array>,
  codec: AudioCodec,
  { fromHz, toHz }: { readonly fromHz: number; readonly toHz: number },
): AsyncGenerator<Float32Array, void, undefined> {
  const decoder = createPcm16Decoder();
  const resampler = await codec.openResampler(fromHz, toHz);
  try {
    for await (const bytes of audio) {
      const samples = resampler.resample(decoder.decode(bytes));
      if (samples.length > 0) yield samples;
    }
    const rest = resampler.finish();
    if (rest.length > 0) yield rest;
  } finally {
    resampler.dispose();
  }
}

function inputOf(event: RecognitionEvent, polish: PolishOptions): SessionInput {
  const { startSeconds, endSeconds, startVoiceSeconds, endVoiceSeconds } = event;
  const times = { startSeconds, endSeconds, startVoiceSeconds, endVoiceSeconds };
  switch (event.type) {
    case 'transcript-partial':
      return { type: 'partial', text: event.text, stability: event.stability, ...times };
    case 'transcript-final':
      return {
        type: 'final',
        text: polishText(event.text, polish),
        textRaw: event.text,
        logProbabilities: event.recognition.tokens.flatMap(({ logProbability }) => logProbability ?? []),
        ...times,
      };
  }
}
