import type { AudioCodec } from '../../audio/audio-codec.ts';
import { createPcm16Decoder, PCM_BYTES_PER_SAMPLE } from '../../audio/pcm-format.ts';
import { type RecognitionEvent, utteranceOf } from '../../recognition/recognition-event.ts';
import { type RecognitionEnd, recognizeSpeech } from '../../recognition/recognizer/recognize-speech.ts';
import type { SpeechNotice } from '../../recognition/recognizer/speech-notice.ts';
import { languageOf, withVocabulary } from '../../recognition/recognizer/with-vocabulary.ts';
import { type TermCorrector, withTerms } from '../../vocabulary/term-corrector.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import type { VocabularyTerm } from '../../vocabulary/vocabulary-term.ts';
import type { SessionConfig } from '../session-messages.ts';
import type { SessionInput } from '../session-state.ts';
import { createAudioLead } from './audio-lead.ts';
import { type PolishOptions, polishText } from './polish-text.ts';
import { createSessionAudio, type SessionAudio } from './session-audio.ts';
import type { SessionRecognizer } from './session-recognizer.ts';

/** How much audio may wait: this keeps the recognizer busy during a burst, and more would only fill memory. */
const HIGH_WATER_SECONDS = 5;
const LOW_WATER_SECONDS = 2;
const PIECE_SECONDS = 0.5;

export interface RecognizeSessionOptions {
  readonly config: SessionConfig;
  readonly signal: AbortSignal;
  /** The terms of the session's app, together with those of a configuration. */
  readonly vocabularyOf: (ofCall: readonly VocabularyTerm[] | undefined) => Promise<Vocabulary | undefined>;
  /** The app's id, for fairness between apps. */
  readonly turn: string | undefined;
  /** Whether no other session sends audio: then a burst delays nobody. */
  readonly isAlone: () => boolean;
  /** Called with every result of recognition, except failures. */
  readonly onInput: (input: SessionInput) => void;
  readonly onPause: () => void;
  readonly onResume: () => void;
}

export interface SessionRecognition {
  readonly audio: Pick<SessionAudio, 'push' | 'end'>;
  /** Ends the open utterance; what follows is recognized with `config`, if there is one. */
  commit(config: SessionConfig | undefined): void;
  /** Resolves when recognition has ended and its detector is closed. Rejects if recognition failed. */
  readonly ended: Promise<void>;
}

/** Opens the recognition of one session: bytes in, recognition events out. */
export function recognizeSession(
  { chooseRecognizer, codec, clock, numbersIn }: SessionRecognizer,
  options: RecognizeSessionOptions,
): SessionRecognition {
  const { signal, onInput } = options;
  const lead = createAudioLead();
  /** The configuration of arriving audio; the audio being recognized may have arrived before a commit. */
  let { config } = options;
  const committed: SessionConfig[] = [];
  const bytesOf = (seconds: number): number => seconds * config.sampleRateHz * PCM_BYTES_PER_SAMPLE;
  const audio = createSessionAudio({
    pieceBytes: bytesOf(PIECE_SECONDS),
    highBytes: bytesOf(HIGH_WATER_SECONDS),
    lowBytes: bytesOf(LOW_WATER_SECONDS),
    onPause: options.onPause,
    onResume: options.onResume,
    onInputDrained: () => onInput({ type: 'input-drained' }),
  });
  const recognize = async (current: SessionConfig, stretch: Stretch): Promise<RecognitionEnd> => {
    const chosen = chooseRecognizer({
      language: current.language,
      wordTimesField: current.words ? 'config.words' : undefined,
    });
    const vocabulary = await options.vocabularyOf(current.vocabulary);
    const recognizer = withVocabulary(chosen, vocabulary, current.language);
    const { engine, voiceActivity, wordTimes } = recognizer;
    await Promise.all([engine.warm(), voiceActivity.warm(), wordTimes?.aligner.warm()]);
    const { punctuated, sampleRateHz } = engine.capabilities;
    const polish = { isPunctuated: punctuated, numbersIn };
    const language = languageOf(engine, current.language);
    const rates = { fromHz: current.sampleRateHz, toHz: sampleRateHz };
    const events = recognizeSpeech(recognizer, samplesOf(audio, codec, { ...rates, stretch }), {
      ...current,
      signal,
      turn: options.turn,
      isAhead: () => lead.isAhead(clock.monotonicMs()) && !options.isAlone(),
      onListening: stretch.onListening,
      onNotice: current.speechNotices
        ? (notice) => onInput({ type: 'notice', notice: laterNotice(notice, stretch.fromSeconds) })
        : undefined,
    });
    for (;;) {
      const next = await events.next();
      if (next.done === true) return next.value;
      const event = later(next.value, stretch.fromSeconds);
      const heardIn = event.type === 'transcript-final' ? event.recognition.language : undefined;
      const corrector = await vocabulary?.correctorFor(heardIn ?? language);
      onInput(
        inputOf(event, {
          polish,
          corrector,
          hasWords: current.words === true,
          language: heardIn ?? current.language,
        }),
      );
    }
  };
  /** One stretch of audio after another, from commit to commit. */
  const run = async (): Promise<void> => {
    const stretch: Stretch = {
      fromSeconds: 0,
      bytes: 0,
      onListening: () => onInput({ type: 'prepared' }),
    };
    for (let current = config; ; current = committed.shift() ?? current) {
      const reason = await recognize(current, stretch);
      if (reason === 'no-input' || audio.isFinished) return onInput({ type: 'recognized', reason });
      onInput({ type: 'notice', notice: { type: 'committed' } });
      stretch.fromSeconds += stretch.bytes / (current.sampleRateHz * PCM_BYTES_PER_SAMPLE);
      stretch.bytes = 0;
      stretch.onListening = undefined;
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
    commit(next) {
      config = next ?? config;
      committed.push(config);
      audio.cut();
    },
    ended: run(),
  };
}

/** Audio from one commit to the next. */
interface Stretch {
  /** Audio of the session before it. */
  fromSeconds: number;
  /** Its audio so far. */
  bytes: number;
  /** Only for the first one. */
  onListening: (() => void) | undefined;
}

function later(event: RecognitionEvent, bySeconds: number): RecognitionEvent {
  return {
    ...event,
    startSeconds: event.startSeconds + bySeconds,
    endSeconds: event.endSeconds + bySeconds,
    startVoiceSeconds: event.startVoiceSeconds + bySeconds,
    endVoiceSeconds: event.endVoiceSeconds + bySeconds,
  };
}

function laterNotice(notice: SpeechNotice, bySeconds: number): SpeechNotice {
  switch (notice.type) {
    case 'speech-start':
      return { ...notice, atSeconds: notice.atSeconds + bySeconds };
    case 'speech-end': {
      const { startSeconds, endSeconds } = notice;
      return { ...notice, startSeconds: startSeconds + bySeconds, endSeconds: endSeconds + bySeconds };
    }
    case 'no-words':
      return { ...notice, startSeconds: notice.startSeconds + bySeconds };
    case 'committed':
      return notice;
  }
}

async function* samplesOf(
  audio: AsyncIterable<Uint8Array>,
  codec: AudioCodec,
  { fromHz, toHz, stretch }: { readonly fromHz: number; readonly toHz: number; readonly stretch: Stretch },
): AsyncGenerator<Float32Array, void, undefined> {
  const decoder = createPcm16Decoder();
  const resampler = await codec.openResampler(fromHz, toHz);
  try {
    for await (const bytes of audio) {
      stretch.bytes += bytes.length;
      const samples = resampler.resample(decoder.decode(bytes));
      if (samples.length > 0) yield samples;
    }
    const rest = resampler.finish();
    if (rest.length > 0) yield rest;
  } finally {
    resampler.dispose();
  }
}

interface FinalOptions {
  readonly polish: PolishOptions;
  /** Absent: there is no vocabulary. */
  readonly corrector: TermCorrector | undefined;
  readonly hasWords: boolean;
  readonly language: string | undefined;
}

function inputOf(
  event: RecognitionEvent,
  { polish, corrector, hasWords, language }: FinalOptions,
): SessionInput {
  const { startSeconds, endSeconds, startVoiceSeconds, endVoiceSeconds } = event;
  const times = { startSeconds, endSeconds, startVoiceSeconds, endVoiceSeconds };
  switch (event.type) {
    case 'transcript-partial':
      return { type: 'partial', text: event.text, stability: event.stability, ...times };
    case 'transcript-final': {
      const { heard } = event.recognition;
      const textRaw = heard?.text ?? event.text;
      const text = polishText(textRaw, polish);
      return {
        type: 'final',
        // After the changes to capitals and numbers, which must not affect terms.
        text: corrector === undefined ? text : withTerms(text, corrector.corrections(text)),
        textRaw,
        textWithTerms: event.text,
        ...(hasWords && { words: utteranceOf(event).words }),
        ...(language !== undefined && { language }),
        logProbabilities: event.recognition.tokens.flatMap(({ logProbability }) => logProbability ?? []),
        ...times,
      };
    }
  }
}
