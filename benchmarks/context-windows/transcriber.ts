import { createAudioCodec } from '@parlance/audio';
import type { AudioRecording } from '@parlance/core/audio';
import type { RecognitionEngine } from '@parlance/core/engine';
import { recognizeRecording, type Transcript } from '@parlance/core/transcription';
import { createSpeech } from '@parlance/runtime';
import { normalizedWords, wordErrorRate } from '@parlance/testkit';
import { clipOf, readClips } from '../recognition-segmentation/clips.ts';
import { openBareEngines, readWhole } from '../recognition-segmentation/engines.ts';
import type { Variant } from '../runner/contract.ts';
import { speakTalk, TALK_NAMES, type Talk } from './talks.ts';

const RATE_HZ = 16_000;
const UTTERANCE_SILENCE_MS = 800;

/** @param contextPauseMs the longest pause across which utterances are decoded together; 0: each alone, as live sessions do */
export function transcriber(contextPauseMs: number): Variant {
  return {
    async open() {
      const engines = await openBareEngines();
      const counted = countingSamples(engines.recognizer);
      const recognizer = { engine: counted.recognizer, voiceActivity: engines.voiceActivity };
      const clips = readClips();
      const talks = await allTalks();
      const run = async (samples: Float32Array, words: () => string) => {
        const startedAtMs = performance.now();
        const decodedBefore = counted.samples();
        const transcript = await recognizeRecording(recognizer, recordingOf(samples), {
          utteranceSilenceMs: UTTERANCE_SILENCE_MS,
          contextPauseMs,
          lane: 'batch',
        });
        const tookMs = performance.now() - startedAtMs;
        const { errors } = wordErrorRate(words(), transcript.transcript);
        const values = {
          errors,
          words: normalizedWords(words()).length,
          utterances: transcript.utterances.length,
          decodedShare: (counted.samples() - decodedBefore) / samples.length,
          msForASecond: tookMs / (samples.length / RATE_HZ),
        };
        return { transcript, values };
      };
      return {
        async measure(name) {
          const talk = talks.get(name);
          if (talk === undefined) {
            const clip = clipOf(clips, name);
            const { transcript, values } = await run(
              await readWhole(clip.path, RATE_HZ),
              () => clip.reference,
            );
            return [{ values, note: transcript.transcript }];
          }
          const whole = () => talk.sentences.map(({ text }) => text).join(' ');
          const { transcript, values } = await run(talk.samples, whole);
          const misplaced = sentenceErrors(talk, transcript) - values.errors;
          const note = transcript.utterances.map(({ text }) => text).join(' | ');
          return [{ values: { ...values, misplaced }, note }];
        },
        close: engines.close,
      };
    },
  };
}

/** Counts what the recognizer is given. */
function countingSamples(recognizer: RecognitionEngine) {
  let samplesGiven = 0;
  const counting: RecognitionEngine = {
    ...{ id: recognizer.id, capabilities: recognizer.capabilities },
    warm: () => recognizer.warm(),
    recognize(samples, options) {
      samplesGiven += samples.length;
      return recognizer.recognize(samples, options);
    },
    close: () => recognizer.close(),
  };
  return { recognizer: counting, samples: () => samplesGiven };
}

/** Word errors when each sentence is compared with the utterances in its time alone. */
function sentenceErrors({ sentences }: Talk, { utterances }: Transcript): number {
  let errors = 0;
  let fromSeconds = 0;
  for (const { text, untilSeconds } of sentences) {
    const own = utterances.filter(({ startTime, endTime }) => {
      const middle = (startTime + endTime) / 2;
      return middle >= fromSeconds && middle < untilSeconds;
    });
    errors += wordErrorRate(text, own.map((one) => one.text).join(' ')).errors;
    fromSeconds = untilSeconds;
  }
  return errors;
}

/** At the recognizer's rate. */
async function allTalks(): Promise<ReadonlyMap<string, Talk>> {
  const speech = await createSpeech();
  const codec = createAudioCodec();
  try {
    const talks = new Map<string, Talk>();
    for (const [index, name] of TALK_NAMES.entries()) {
      const talk = await speakTalk(speech, index + 1);
      const resampler = await codec.openResampler(talk.sampleRateHz, RATE_HZ);
      const pieces = [resampler.resample(talk.samples), resampler.finish()];
      resampler.dispose();
      const samples = Float32Array.from(pieces.flatMap((piece) => [...piece]));
      talks.set(name, { ...talk, samples, sampleRateHz: RATE_HZ });
    }
    return talks;
  } finally {
    await speech.close();
  }
}

function recordingOf(samples: Float32Array): AudioRecording {
  return {
    sampleRateHz: RATE_HZ,
    channels: 1,
    frames: samples.length,
    async *samples() {
      for (let at = 0; at < samples.length; at += RATE_HZ) yield samples.slice(at, at + RATE_HZ);
    },
    close: async () => undefined,
  };
}
