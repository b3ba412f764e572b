import { GENDERS, type TextAligner, type WordRange } from '@parlance/core/engine';
import { joinSamples } from '../../signals/join-samples.ts';
import { noise } from '../../signals/noise.ts';
import { atLevel, LEVELS, viewOf } from '../../signals/speech-conditions.ts';
import {
  type ConformanceCase,
  expectRefusal,
  type Problems,
  problemIf,
  problemsIn,
  unlessRefused,
  type Verdict,
} from '../verdict.ts';
import {
  align,
  changeProblems,
  later,
  orderProblems,
  startProblems,
  timeProblems,
  wordRanges,
} from './align.ts';
import type { TextAlignerSubject } from './subject.ts';

/** BCP 47 primary subtags. */
const LANGUAGE = /^[a-z]{2,3}$/;
/** A pause of somebody who thinks. */
const PAUSE_SECONDS = 2;
/** Peak of the noise of a room, about 50 dB below full scale. */
const NOISE_PEAK = 0.003;
/** The lowest rate that every aligner takes, and a high one, at which the longest speech has as many seconds. */
const [LOWEST_HZ, HIGH_HZ] = [8000, 48_000];
/** Of telephones, CDs and their parts, films and studios. */
const RATES_HZ = [8000, 11_025, 24_000, 32_000, 44_100, 48_000, 96_000] as const;

/** Rules about the speech in which words are found. */
export const speechCases: readonly ConformanceCase<TextAlignerSubject>[] = [
  { name: 'capabilities/declared', run: declaredProblems },
  {
    name: 'speech/silence',
    run: async (subject) =>
      orderProblems(
        await align(subject, { samples: new Float32Array(subject.speech.samples.length) }),
        subject,
      ),
  },
  {
    name: 'speech/none',
    run: async (subject) => orderProblems(await align(subject, { samples: new Float32Array(0) }), subject, 0),
  },
  {
    name: 'speech/longest',
    run: async (subject) => {
      const { samples, sampleRateHz } = subject.speech;
      const { maxSeconds } = subject.engine.capabilities;
      const longest = new Float32Array(Math.floor(maxSeconds * sampleRateHz));
      longest.set(samples);
      return orderProblems(await align(subject, { samples: longest }), subject, maxSeconds);
    },
  },
  { name: 'speech/other-rate', run: rateProblems },
  { name: 'speech/any-level', run: levelProblems },
  { name: 'speech/any-speaker', run: speakerProblems },
  { name: 'speech/in-noise', run: noiseProblems },
  { name: 'speech/with-a-pause', run: pauseProblems },
  { name: 'speech/without-silence-around', run: bareProblems },
  { name: 'speech/view-of-a-buffer', run: viewProblems },
  { name: 'languages/with-and-without-region', run: regionProblems },
  { name: 'refuses/too-long', run: tooLongProblems },
  {
    name: 'refuses/low-rate',
    run: async (subject) =>
      expectRefusal('A rate of 4000 Hz', align(subject, { sampleRateHz: 4000 }), ['INVALID_INPUT']),
  },
  {
    name: 'refuses/wrong-ranges',
    run: async (subject) => {
      const { text } = subject.speech;
      const wrong: readonly WordRange[][] = [
        [{ start: 0, end: text.length + 1 }],
        [{ start: 1, end: 1 }],
        wordRanges(text).toReversed(),
      ];
      const refusals = wrong.map((words) =>
        expectRefusal(`Words at ${JSON.stringify(words)}`, align(subject, { words }), ['INVALID_INPUT']),
      );
      return (await Promise.all(refusals)).flat();
    },
  },
  {
    name: 'refuses/other-language',
    run: async (subject) =>
      expectRefusal('An unknown language', align(subject, { languageCode: 'qqq' }), [
        'LANGUAGE_NOT_SUPPORTED',
      ]),
  },
];

async function declaredProblems({ engine }: { readonly engine: TextAligner }): Promise<Problems> {
  const before = JSON.stringify(engine.capabilities);
  const { languages, maxSeconds, concurrency } = engine.capabilities;
  await engine.warm();
  await engine.warm();
  return [
    ...problemIf(
      languages.length === 0 || !languages.every((language) => LANGUAGE.test(language)),
      `Its languages are ${JSON.stringify(languages)}; expected primary subtags such as "en".`,
    ),
    ...problemIf(
      !(maxSeconds >= 1 && Number.isFinite(maxSeconds)),
      `Its longest speech is ${maxSeconds} s; expected a number of at least 1.`,
    ),
    ...problemIf(!(Number.isInteger(concurrency) && concurrency >= 1), `Its concurrency is ${concurrency}.`),
    ...problemIf(JSON.stringify(engine.capabilities) !== before, 'Warming changed the capabilities.'),
  ];
}

/** Aligns the speech at other rates, with samples on the lines between those of the speech. */
async function rateProblems(subject: TextAlignerSubject): Promise<Problems> {
  const { samples, sampleRateHz } = subject.speech;
  const problems: string[] = [];
  for (const rateHz of RATES_HZ) {
    if (rateHz === sampleRateHz) continue;
    const factor = rateHz / sampleRateHz;
    const resampled = Float32Array.from({ length: Math.floor(samples.length * factor) }, (_, at) => {
      const place = at / factor;
      const [one, next] = [samples[Math.floor(place)] ?? 0, samples[Math.ceil(place)] ?? 0];
      return one + (next - one) * (place % 1);
    });
    const found = await unlessRefused(`Speech at ${rateHz} Hz is refused`, async () => {
      const times = await align(subject, { samples: resampled, sampleRateHz: rateHz });
      return problemsIn(`At ${rateHz} Hz`, [
        ...orderProblems(times, subject),
        ...startProblems(times, subject),
      ]);
    });
    problems.push(...found);
  }
  return problems;
}

/** The limit is in seconds: at a low rate it is reached with few samples, at a high one with many. */
async function tooLongProblems(subject: TextAlignerSubject): Promise<Problems> {
  const { maxSeconds } = subject.engine.capabilities;
  const rates = new Set([LOWEST_HZ, subject.speech.sampleRateHz]);
  const problems: string[] = [];
  for (const sampleRateHz of rates) {
    const samples = new Float32Array(Math.ceil(maxSeconds * sampleRateHz) + 1);
    const what = `Speech beyond maxSeconds at ${sampleRateHz} Hz`;
    problems.push(
      ...(await expectRefusal(what, align(subject, { samples, sampleRateHz }), ['INVALID_INPUT'])),
    );
  }
  const samples = new Float32Array(Math.floor(maxSeconds * HIGH_HZ));
  const accepted = await unlessRefused(`Speech of maxSeconds at ${HIGH_HZ} Hz is refused`, async () => {
    await align(subject, { samples, sampleRateHz: HIGH_HZ });
    return [];
  });
  return [...problems, ...accepted];
}

/** The gender is what a caller believes; the words are where they are. */
async function speakerProblems(subject: TextAlignerSubject): Promise<Problems> {
  const problems: string[] = [];
  for (const gender of GENDERS) {
    const found = await unlessRefused(`Speech of a ${gender} speaker is refused`, async () =>
      problemsIn(
        `As of a ${gender} speaker`,
        timeProblems(await align(subject, { gender }), subject, subject.speech),
      ),
    );
    problems.push(...found);
  }
  return problems;
}

/** Pauses in a recording are not digital silence. */
async function noiseProblems(subject: TextAlignerSubject): Promise<Problems> {
  const { samples } = subject.speech;
  const room = noise(samples.length, NOISE_PEAK);
  const found = await align(subject, { samples: samples.map((sample, at) => sample + (room[at] ?? 0)) });
  return problemsIn('In the noise of a quiet room', startProblems(found, subject));
}

/** Aligns the speech at full scale, and of somebody who is far from the microphone. */
async function levelProblems(subject: TextAlignerSubject): Promise<Problems> {
  const { samples } = subject.speech;
  const problems: string[] = [];
  for (const level of LEVELS) {
    const found = await align(subject, { samples: atLevel(samples, level) });
    problems.push(...problemsIn(`With a peak of ${level}`, timeProblems(found, subject, subject.speech)));
  }
  return problems;
}

/** Lengthens the silence before the speech, in its middle and after it, and compares where the words are. */
async function pauseProblems(subject: TextAlignerSubject): Promise<Verdict> {
  const { samples, sampleRateHz, text, times } = subject.speech;
  if (samples.length / sampleRateHz + PAUSE_SECONDS > subject.engine.capabilities.maxSeconds)
    return { notApplicable: 'the speech is too long for a pause in it' };
  const middle = times.length >> 1;
  const [before, after] = [times[middle - 1]?.endSeconds ?? 0, times[middle]?.startSeconds ?? 0];
  const pause = Math.round(PAUSE_SECONDS * sampleRateHz);
  const problems: string[] = [];
  for (const [where, kept, cutSeconds] of [
    ['before the first word', 0, 0],
    ['between two words', middle, (before + after) / 2],
    ['after the last word', times.length, samples.length / sampleRateHz],
  ] as const) {
    const cut = Math.round(cutSeconds * sampleRateHz);
    const paused = joinSamples([samples.subarray(0, cut), new Float32Array(pause), samples.subarray(cut)]);
    const due = [...times.slice(0, kept), ...later(times.slice(kept), PAUSE_SECONDS)];
    const found = await align(subject, { samples: paused });
    problems.push(
      ...problemsIn(
        `With a pause of ${PAUSE_SECONDS} s ${where}`,
        timeProblems(found, subject, { text, times: due }),
      ),
    );
  }
  return problems;
}

/** Cuts off the silence before the first word and after the last one. */
async function bareProblems(subject: TextAlignerSubject): Promise<Problems> {
  const { samples, sampleRateHz, text, times } = subject.speech;
  const { startSeconds = 0 } = times[0] ?? {};
  const { endSeconds = 0 } = times.at(-1) ?? {};
  const [from, to] = [startSeconds, endSeconds].map((seconds) => Math.round(seconds * sampleRateHz));
  const bare = samples.slice(from, to);
  const found = await align(subject, { samples: bare });
  return problemsIn('Without silence around the speech', [
    ...orderProblems(found, subject, bare.length / sampleRateHz),
    ...timeProblems(found, subject, { text, times: later(times, -startSeconds) }),
  ]);
}

async function viewProblems(subject: TextAlignerSubject): Promise<Problems> {
  const samples = viewOf(subject.speech.samples);
  const [alone, viewed] = [await align(subject), await align(subject, { samples })];
  return changeProblems('As a view of a larger buffer', alone, viewed);
}

/** Speech may be in any region of the aligner's language, or in the language as such; 001 is the world. */
async function regionProblems(subject: TextAlignerSubject): Promise<Problems> {
  const { language, script, region } = new Intl.Locale(subject.speech.languageCode).maximize();
  const problems: string[] = [];
  // Letter case has no meaning in these codes.
  const local = `${language}-${region}`;
  const written = `${language}-${script}-${region}`;
  for (const languageCode of [
    language,
    local,
    local.toLowerCase(),
    local.toUpperCase(),
    written,
    `${language}-001`,
  ]) {
    const refusal = `${languageCode} is refused, although the speech is in this language`;
    const found = await unlessRefused(refusal, async () =>
      problemsIn(languageCode, orderProblems(await align(subject, { languageCode }), subject)),
    );
    problems.push(...found);
  }
  return problems;
}
