import { measurePitch } from '../../signals/fundamental-frequency.ts';
import { rmsDb } from '../../signals/signal-measures.ts';
import { type ConformanceCase, expectRefusal, type Problems, problemIf, unlessRefused } from '../verdict.ts';
import { endProblems } from './edge-levels.ts';
import { peakOf, speak } from './listening.ts';
import { lengthProblems, OTHER_SPEED } from './speed.ts';
import { longestUnitOf, longTextOf, type SynthesisSubject, UNKNOWN_VOICE, unitOf } from './subject.ts';

const SPEEDS = [0.25, 0.35, 0.5, 0.8, 1.2, 1.5, 1.9];
/** Far enough from 1 that a voice whose samples are only played faster or slower exceeds the limits of pitch. */
const PITCH_SPEEDS: readonly number[] = [0.5, 1.5];
/** The speed at which a long text and a short one are spoken too, beside {@link OTHER_SPEED}. */
const SLOW = 0.5;
/** How much longer a short text must be when it is spoken slowly; engines may speak it with a pause of their own. */
const MIN_SLOWER = 1.5;
/** Limits of the pitch at these speeds, relative to that at speed 1. */
const [MIN_PITCH, MAX_PITCH] = [0.7, 1.33];
/** How far the level at a speed may be from that at speed 1. */
const MAX_LEVEL_CHANGE_DB = 6;
/** How much shorter a text may be with other quotation marks. */
const MIN_REMAINING = 0.8;
/** One code point each, but two UTF-16 code units. */
const WIDE_CHARS = 4;

/** Rules about the limits of a unit, and the effect of its speed. */
export const unitCases: readonly ConformanceCase<SynthesisSubject>[] = [
  {
    name: 'unit/counts-code-points',
    run: async (subject) => [...(await wideProblems(subject)), ...(await quotedProblems(subject))],
  },
  {
    name: 'unit/too-long',
    run: async (subject) => {
      const text = 'a'.repeat(subject.engine.capabilities.maxUnitChars + 1);
      const work = speak(subject.engine, unitOf(subject, { text }));
      return expectRefusal('A unit beyond maxUnitChars', work, ['TEXT_TOO_LONG']);
    },
  },
  {
    name: 'unit/unknown-voice',
    run: async (subject) => {
      const work = speak(subject.engine, unitOf(subject, { voiceCode: UNKNOWN_VOICE }));
      return expectRefusal('An unknown voice', work, ['VOICE_NOT_FOUND']);
    },
  },
  { name: 'speed/changes-length', run: speedProblems },
];

/** Ends the longest unit with characters of two UTF-16 code units. */
async function wideProblems(subject: SynthesisSubject): Promise<Problems> {
  const points = [...longestUnitOf(subject).text];
  const text = points.slice(0, -WIDE_CHARS).join('') + '\u{1F600}'.repeat(WIDE_CHARS);
  const refusal = `A unit of ${points.length} code points in ${text.length} UTF-16 code units is refused; maxUnitChars counts code points`;
  return unlessRefused(refusal, async () => {
    await speak(subject.engine, unitOf(subject, { text }));
    return [];
  });
}

/** Puts each word into curved quotation marks, of which each has three bytes in UTF-8: an engine whose limit is in bytes loses the end. */
async function quotedProblems(subject: SynthesisSubject): Promise<Problems> {
  const { engine } = subject;
  const plain = quotedWords(longTextOf(subject), engine.capabilities.maxUnitChars);
  const curved = plain.replace(/"(\S+)"/gu, '\u201c$1\u201d');
  const lengthOf = async (text: string) => (await speak(engine, unitOf(subject, { text }))).length;
  const what = `A unit of ${curved.length} code points with curved quotation marks`;
  return unlessRefused(`${what} is refused`, async () => {
    const share = (await lengthOf(curved)) / (await lengthOf(plain));
    return problemIf(
      !(share >= MIN_REMAINING),
      `${what} has ${share.toFixed(2)} times the length of that with straight ones: maxUnitChars counts code points, not bytes.`,
    );
  });
}

/** As many words as fit, each in quotation marks. */
function quotedWords(text: string, maxChars: number): string {
  const quoted = text.replace(/\S+/gu, '"$&"');
  return quoted.length <= maxChars ? quoted : quoted.slice(0, quoted.lastIndexOf(' ', maxChars));
}

async function speedProblems(subject: SynthesisSubject): Promise<Problems> {
  const problems: string[] = [];
  for (const { code, nativeRateHz: sampleRateHz } of subject.engine.voices.slice(0, 2)) {
    const speakAt = (speed: number) => speak(subject.engine, unitOf(subject, { voiceCode: code, speed }));
    const pitchOf = (samples: Float32Array) => measurePitch(samples, { sampleRateHz }).medianHz;
    const plain = await speakAt(1);
    const [plainPeak, plainDb, plainHz] = [peakOf(plain), rmsDb(plain), pitchOf(plain)];
    for (const speed of SPEEDS) {
      const samples = await speakAt(speed);
      const what = `${code} at speed ${speed}`;
      const levelDb = rmsDb(samples);
      problems.push(
        ...problemIf(
          // A peak beyond 1 at speed 1 too is reported by `audio/in-range`.
          !(plainPeak > 1 || peakOf(samples) <= 1),
          `${what}: a sample is not a number from -1 to 1.`,
        ),
        ...lengthProblems(what, speed, plain, samples),
        ...problemIf(
          !(Math.abs(levelDb - plainDb) <= MAX_LEVEL_CHANGE_DB),
          `${what}: the level is ${levelDb.toFixed(0)} dB; at speed 1 it is ${plainDb.toFixed(0)} dB.`,
        ),
        ...endProblems(what, samples, sampleRateHz),
      );
      if (!PITCH_SPEEDS.includes(speed) || plainHz === 0) continue;
      const hertz = pitchOf(samples);
      problems.push(
        ...problemIf(
          !(hertz >= plainHz * MIN_PITCH && hertz <= plainHz * MAX_PITCH),
          `${what}: the pitch is ${hertz.toFixed(0)} Hz, at speed 1 ${plainHz.toFixed(0)} Hz: speed must not change it.`,
        ),
      );
    }
  }
  return [
    ...problems,
    ...(await lastVoiceSpeedProblems(subject)),
    ...(await longSpeedProblems(subject)),
    ...(await shortSpeedProblems(subject)),
  ];
}

/** The last voice is a model of its own in some engines, with settings of its own. */
async function lastVoiceSpeedProblems(subject: SynthesisSubject): Promise<Problems> {
  const voice = subject.engine.voices.slice(2).at(-1);
  if (voice === undefined) return [];
  const speakAt = (speed: number) => speak(subject.engine, unitOf(subject, { voiceCode: voice.code, speed }));
  const what = `${voice.code} at speed ${OTHER_SPEED}`;
  return lengthProblems(what, OTHER_SPEED, await speakAt(1), await speakAt(OTHER_SPEED));
}

/** Engines that speak a long text in parts have to pass the speed on to each of them. */
async function longSpeedProblems(subject: SynthesisSubject): Promise<Problems> {
  const speakAt = (speed: number) =>
    speak(subject.engine, unitOf(subject, { text: longTextOf(subject), speed }));
  const plain = await speakAt(1);
  const problems: string[] = [];
  for (const speed of [SLOW, OTHER_SPEED])
    problems.push(...lengthProblems(`A long text at speed ${speed}`, speed, plain, await speakAt(speed)));
  return problems;
}

async function shortSpeedProblems(subject: SynthesisSubject): Promise<Problems> {
  const text = subject.sentence.split(' ').at(-1) ?? subject.sentence;
  const lengthAt = async (speed: number) =>
    (await speak(subject.engine, unitOf(subject, { text, speed }))).length;
  const ratio = (await lengthAt(SLOW)) / (await lengthAt(OTHER_SPEED));
  return problemIf(
    !(ratio >= MIN_SLOWER),
    `One word at speed ${SLOW} is ${ratio.toFixed(2)} times as long as at speed ${OTHER_SPEED}; expected at least ${MIN_SLOWER} times.`,
  );
}
