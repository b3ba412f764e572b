import { noise } from '../../signals/noise.ts';
import { peak } from '../../signals/signal-measures.ts';
import { atLevel, LEVELS, OFFSET, withOffset } from '../../signals/speech-conditions.ts';
import { type ConformanceCase, expectRefusal, type Problems, problemIf, problemsIn } from '../verdict.ts';
import {
  detectAlone,
  detectInPieces,
  differences,
  fractionProblems,
  inWholeFrames,
  isVoiced,
  sceneOf,
  type VoiceActivitySubject,
  wholeFrames,
} from './subject.ts';

/** Longer frames would report the start of speech too late. */
const MAX_FRAME_SECONDS = 0.1;
/** -60 dB of full scale, like the noise of a quiet room. */
const NOISE_AMPLITUDE = 0.001;
/** The last bits of samples of 24 bits, as of a muted microphone. */
const FAINTEST_AMPLITUDE = 1e-6;

/** More changes between speech and silence are no syllables but a detector that cannot decide. */
const MAX_CHANGE_RATE_HZ = 12;

/** A long pause in a conversation, such as a call on hold: the first half in a quiet room, the second one muted. */
const PAUSE_SECONDS = 120;
/** Somebody who tells something, without a pause for others. */
const BREATHLESS_SECONDS = 20;
/** The same, with pauses to take breath. */
const LONG_SECONDS = 75;
const BREATH_SECONDS = 0.5;
/** Level, relative to the loudest sample, at which speech begins and ends. */
const SPEECH_DB = -30;
/** Maximum error of the first and the last frame of speech. Silero is off by at most three frames of 32 ms. */
const MAX_EARLY_SECONDS = 0.15;
const MAX_LATE_SECONDS = 0.15;
/** The same after a long pause, in which a neural network forgets what speech is like: Silero is five frames late. */
const MAX_LATE_AFTER_PAUSE_SECONDS = 0.3;

/** Rules about the probabilities of frames. */
export const frameCases: readonly ConformanceCase<VoiceActivitySubject>[] = [
  { name: 'frames/declared', run: declaredProblems },
  {
    name: 'frames/one-probability-each',
    run: async (subject) => {
      const { engine } = subject;
      const scene = sceneOf(subject);
      const stream = await engine.open();
      const found = await stream.detect(scene.slice());
      await stream.close();
      const frames = [...found];
      const due = scene.length / engine.frameSamples;
      const type = Object.prototype.toString.call(found).slice('[object '.length, -1);
      return [
        ...problemIf(
          type !== 'Float32Array',
          `The probabilities are of the type ${type}; expected a Float32Array.`,
        ),
        ...problemIf(frames.length !== due, `${due} frames have ${frames.length} probabilities.`),
        ...rangeProblems(frames),
      ];
    },
  },
  {
    name: 'frames/none',
    run: async ({ engine }) => {
      const frames = await detectAlone(engine, new Float32Array(0));
      return problemIf(frames.length > 0, `Audio without samples has ${frames.length} probabilities.`);
    },
  },
  { name: 'frames/part-of-one', run: partProblems },
  { name: 'speech/heard', run: heardProblems },
  { name: 'speech/heard-after-a-pause', run: pauseProblems },
  { name: 'speech/heard-at-any-level', run: levelProblems },
  { name: 'speech/heard-after-louder', run: louderProblems },
  { name: 'speech/heard-with-an-offset', run: offsetProblems },
  { name: 'speech/heard-from-the-first-sample', run: firstProblems },
  { name: 'speech/heard-for-long', run: longProblems },
  { name: 'speech/at-its-time', run: timeProblems },
  {
    name: 'silence/not-heard',
    run: async ({ engine }) => {
      const lengthSamples = engine.frameSamples * Math.ceil((2 * engine.sampleRateHz) / engine.frameSamples);
      const silence = await detectAlone(engine, new Float32Array(lengthSamples));
      const quiet = await detectAlone(engine, noise(lengthSamples, NOISE_AMPLITUDE));
      const faintest = await detectAlone(engine, noise(lengthSamples, FAINTEST_AMPLITUDE));
      const frames = [...silence, ...quiet, ...faintest];
      const voiced = frames.filter(isVoiced).length;
      return [
        ...problemIf(voiced > 0, `${voiced} frames of silence and of a quiet room count as speech.`),
        ...problemsIn('In silence and in a quiet room', rangeProblems(frames)),
      ];
    },
  },
];

function rangeProblems(frames: readonly number[]): Problems {
  const wrong = frames.find((probability) => !(probability >= 0 && probability <= 1));
  return problemIf(wrong !== undefined, `A probability is ${wrong}, outside of 0 to 1.`);
}

/** Passes an incomplete frame in the middle of a stream, which goes on after the refusal. */
async function partProblems(subject: VoiceActivitySubject): Promise<Problems> {
  const { engine } = subject;
  const scene = sceneOf(subject);
  const half = inWholeFrames(engine, scene.length / 2);
  const whole = await detectAlone(engine, scene);
  const stream = await engine.open();
  const first = await stream.detect(scene.subarray(0, half));
  const part = stream.detect(new Float32Array(engine.frameSamples + 1));
  const refused = await expectRefusal('An incomplete frame', part, ['INVALID_INPUT', 'ENGINE_FAILED']);
  if (refused.length > 0) return refused;
  const rest = await stream.detect(scene.subarray(half));
  await stream.close();
  const count = differences(whole, [...first, ...rest]);
  return problemIf(
    count > 0,
    `On a stream to which an incomplete frame was passed, ${count} later frames have other probabilities.`,
  );
}

async function heardProblems(subject: VoiceActivitySubject): Promise<Problems> {
  const { engine, speech } = subject;
  const frames = await detectAlone(engine, sceneOf(subject));
  const changes = frames.filter((frame, at) => isVoiced(frame) !== isVoiced(frames[at - 1])).length;
  const changeRateHz = (changes * engine.sampleRateHz) / speech.length;
  return [
    ...fractionProblems('Speech', subject, frames),
    ...problemIf(
      changeRateHz > MAX_CHANGE_RATE_HZ,
      `Speech begins or ends ${changeRateHz.toFixed(0)} times a second; words do so at most ${MAX_CHANGE_RATE_HZ} times.`,
    ),
  ];
}

/** Speech must be detected on a stream on which nobody spoke for long, as in a call on hold. */
async function pauseProblems(subject: VoiceActivitySubject): Promise<Problems> {
  const { sampleRateHz, frameSamples } = subject.engine;
  const pause = new Float32Array(frameSamples * Math.ceil((PAUSE_SECONDS * sampleRateHz) / frameSamples));
  pause.set(noise(pause.length >> 1, NOISE_AMPLITUDE));
  const stream = await subject.engine.open();
  const silent = [...(await stream.detect(pause))].filter(isVoiced).length;
  const frames = [...(await stream.detect(sceneOf(subject)))];
  await stream.close();
  return [
    ...problemIf(silent > 0, `${silent} frames of ${PAUSE_SECONDS} s of silence count as speech.`),
    ...fractionProblems(`After ${PAUSE_SECONDS} s of silence, speech`, subject, frames),
    ...problemsIn(
      `After ${PAUSE_SECONDS} s of silence`,
      momentProblems(subject, frames, MAX_LATE_AFTER_PAUSE_SECONDS),
    ),
  ];
}

/** Somebody may be close to the microphone, or far from it. */
async function levelProblems(subject: VoiceActivitySubject): Promise<Problems> {
  const problems: string[] = [];
  for (const level of LEVELS) {
    const frames = await detectAlone(subject.engine, atLevel(sceneOf(subject), level));
    problems.push(...fractionProblems(`Speech with a peak of ${level}`, subject, frames));
  }
  return problems;
}

/** Somebody far from the microphone answers somebody close to it. */
async function louderProblems(subject: VoiceActivitySubject): Promise<Problems> {
  const [loud, quiet] = LEVELS;
  const scene = sceneOf(subject);
  const stream = await subject.engine.open();
  await stream.detect(atLevel(scene, loud));
  const frames = [...(await stream.detect(atLevel(scene, quiet)))];
  await stream.close();
  return fractionProblems(
    `After speech with a peak of ${loud}, other speech with a peak of ${quiet}`,
    subject,
    frames,
  );
}

async function offsetProblems(subject: VoiceActivitySubject): Promise<Problems> {
  const frames = await detectAlone(subject.engine, withOffset(sceneOf(subject)));
  return fractionProblems(`Speech with ${OFFSET} added to each sample`, subject, frames);
}

/** Somebody may speak already when a stream begins: there is no silence to learn from. */
async function firstProblems(subject: VoiceActivitySubject): Promise<Problems> {
  const frames = await detectAlone(subject.engine, wholeFrames(subject));
  return fractionProblems('Speech from the first sample of a stream', subject, frames);
}

/**
 * A detector must not take for the noise of the room what goes on for long, whether it comes frame by frame or at once. Nobody speaks for
 * a minute without taking breath: there are pauses after the first part.
 */
async function longProblems(subject: VoiceActivitySubject): Promise<Problems> {
  const { engine } = subject;
  const speech = wholeFrames(subject);
  const pauseSamples =
    Math.ceil((BREATH_SECONDS * engine.sampleRateHz) / engine.frameSamples) * engine.frameSamples;
  const before = Math.ceil((BREATHLESS_SECONDS * engine.sampleRateHz) / speech.length);
  const count = Math.max(before + 1, Math.ceil((LONG_SECONDS * engine.sampleRateHz) / speech.length));
  const long = new Float32Array(speech.length * count + pauseSamples * (count - before));
  for (let index = 0; index < count; index++)
    long.set(speech, index * speech.length + Math.max(0, index + 1 - before) * pauseSamples);
  const stream = await engine.open();
  const frames = await detectInPieces(stream, long, engine.frameSamples);
  await stream.close();
  const other = differences(frames, await detectAlone(engine, long));
  const framesOfSpeech = speech.length / engine.frameSamples;
  const firstPart = before * framesOfSpeech;
  const pause = frames.slice(firstPart, firstPart + pauseSamples / engine.frameSamples);
  const lateSeconds = ((pause.findLastIndex(isVoiced) + 1) * engine.frameSamples) / engine.sampleRateHz;
  return [
    ...fractionProblems(
      `After ${BREATHLESS_SECONDS} s of speech without a pause, more of it`,
      subject,
      frames.slice(firstPart - framesOfSpeech, firstPart),
    ),
    ...fractionProblems(
      `After ${LONG_SECONDS} s of speech, more of it`,
      subject,
      frames.slice(-framesOfSpeech),
    ),
    ...problemIf(
      lateSeconds > MAX_LATE_SECONDS,
      `After ${BREATHLESS_SECONDS} s of speech, silence counts as speech for ${lateSeconds.toFixed(2)} s; the limit is ${MAX_LATE_SECONDS} s.`,
    ),
    ...problemIf(
      other > 0,
      `${LONG_SECONDS} s of speech in one call: ${other} frames have other probabilities than in a call for each frame.`,
    ),
  ];
}

/** Checks what the detector declares, also after it was warmed twice. */
async function declaredProblems({ engine }: VoiceActivitySubject): Promise<Problems> {
  const { sampleRateHz, frameSamples } = engine;
  await engine.warm();
  await engine.warm();
  return [
    ...problemIf(
      !(Number.isInteger(sampleRateHz) && sampleRateHz >= 8000),
      `Its rate is ${sampleRateHz} Hz.`,
    ),
    ...problemIf(
      !(Number.isInteger(frameSamples) && frameSamples >= 1),
      `Its frame has ${frameSamples} samples.`,
    ),
    ...problemIf(
      frameSamples > sampleRateHz * MAX_FRAME_SECONDS,
      `Its frame is ${frameSamples / sampleRateHz} s long; the limit is ${MAX_FRAME_SECONDS} s.`,
    ),
    ...problemIf(
      engine.sampleRateHz !== sampleRateHz || engine.frameSamples !== frameSamples,
      'Warming changed its rate or its frames.',
    ),
  ];
}

/** Compares the first and the last frame that count as speech with where the audio becomes loud and quiet. */
async function timeProblems(subject: VoiceActivitySubject): Promise<Problems> {
  return momentProblems(subject, await detectAlone(subject.engine, sceneOf(subject)));
}

function momentProblems(
  subject: VoiceActivitySubject,
  frames: readonly number[],
  maxLateSeconds = MAX_LATE_SECONDS,
): Problems {
  const { sampleRateHz, frameSamples } = subject.engine;
  const scene = sceneOf(subject);
  const loud = 10 ** (SPEECH_DB / 20) * peak(scene);
  const isLoud = (sample: number): boolean => Math.abs(sample) >= loud;
  const secondsOf = (frame: number): number => (frame * frameSamples) / sampleRateHz;
  const moments = [
    ['first', secondsOf(frames.findIndex(isVoiced)), scene.findIndex(isLoud) / sampleRateHz],
    ['last', secondsOf(frames.findLastIndex(isVoiced) + 1), (scene.findLastIndex(isLoud) + 1) / sampleRateHz],
  ] as const;
  return moments.flatMap(([which, told, due]) =>
    problemIf(
      !(told >= due - MAX_EARLY_SECONDS && told <= due + maxLateSeconds),
      `The ${which} frame of speech is at ${told.toFixed(2)} s; expected ${due.toFixed(2)} s.`,
    ),
  );
}
