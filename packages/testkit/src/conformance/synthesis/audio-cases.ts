import { setTimeout } from 'node:timers/promises';
import { GENDERS, plainIpa, VOICE_OWNERSHIPS, VOICE_QUALITIES, type Voice } from '@parlance/core/engine';
import { isLanguageCode } from '@parlance/core/text';
import { joinSamples } from '../../signals/join-samples.ts';
import { costOf, MEASURABLE_MS } from '../computing.ts';
import { type ConformanceCase, type Problems, problemIf, type Verdict } from '../verdict.ts';
import { peakOf, speak } from './listening.ts';
import { differenceOf, sameSpeechProblems } from './same-speech.ts';
import { speechesOf } from './speeches.ts';
import { longestUnitOf, type SynthesisSubject, unitOf } from './subject.ts';

/** Below this peak, -22 dB of full scale, a voice is hardly heard beside those of other engines. */
const FAINT_PEAK = 0.08;
/** Chunks that are shorter on average, a millisecond or two, cost more than the speech in them. */
const LEAST_CHUNK_SAMPLES = 16;
/** How long a slow consumer needs for each chunk. */
const SLOW_MS = 10;
/** How much of a unit's processor time may pass before the first chunk of an engine that streams. */
const MAX_BEFORE_FIRST = 0.8;
/** How many voices of one language are compared. */
const MAX_COMPARED = 6;

/** Rules about the voices and the chunks of their audio. */
export const audioCases: readonly ConformanceCase<SynthesisSubject>[] = [
  { name: 'voices/declared', run: async ({ engine }) => declaredProblems(engine.id, engine.voices) },
  {
    name: 'voices/stable',
    run: async (subject) => {
      const { engine } = subject;
      const before = JSON.stringify(engine.voices);
      await engine.warm();
      await engine.warm();
      const warmed = JSON.stringify(engine.voices);
      await speak(engine, unitOf(subject));
      return [
        ...problemIf(warmed !== before, 'Warming changed the list of voices.'),
        ...problemIf(JSON.stringify(engine.voices) !== warmed, 'A unit changed the list of voices.'),
      ];
    },
  },
  { name: 'voices/differ', run: alikeProblems },
  { name: 'capabilities/declared', run: capabilityProblems },
  { name: 'capabilities/streams-while-computing', run: streamingProblems },
  {
    name: 'audio/float-samples',
    run: async (subject) => {
      const chunks: unknown[] = await Array.fromAsync(subject.engine.synthesize(unitOf(subject)));
      return [
        ...problemIf(
          !chunks.every((chunk) => chunk instanceof Float32Array),
          'A chunk is not a Float32Array; samples must be numbers from -1 to 1.',
        ),
        ...problemIf(
          chunks.some((chunk) => chunk instanceof Float32Array && chunk.length === 0),
          'A chunk has no samples; return it only if there are some.',
        ),
        ...problemIf(
          meanLength(chunks) < LEAST_CHUNK_SAMPLES,
          `The unit comes in ${chunks.length} chunks of ${meanLength(chunks).toFixed(1)} samples on average, and passing on each of them takes time; expected at least ${LEAST_CHUNK_SAMPLES}.`,
        ),
      ];
    },
  },
  {
    name: 'audio/in-range',
    run: async (subject) => {
      // Negated so that NaN is a problem too.
      const rangeProblems = (what: string, samples: Float32Array) =>
        problemIf(!(peakOf(samples) <= 1), `${what}: samples reach ${peakOf(samples)}; the limit is 1.`);
      return [
        ...(await forEachVoice(subject, async ({ code }) =>
          rangeProblems(code, await speak(subject.engine, unitOf(subject, { voiceCode: code }))),
        )),
        ...(await speechesOf(subject)).flatMap(({ what, samples }) => rangeProblems(what, samples)),
      ];
    },
  },
  {
    name: 'audio/audible',
    run: (subject) =>
      forEachVoice(subject, async (voice) => {
        const peak = peakOf(await speak(subject.engine, unitOf(subject, { voiceCode: voice.code })));
        return problemIf(
          peak < FAINT_PEAK,
          `${voice.code}: the loudest sample is ${peak.toFixed(3)}; expected at least ${FAINT_PEAK}.`,
        );
      }),
  },
  {
    name: 'audio/rate',
    run: (subject) =>
      forEachVoice(subject, async (voice) => {
        const samples = await speak(subject.engine, unitOf(subject, { voiceCode: voice.code }));
        const { min, max } = subject.charsPerSecond;
        const pace = ([...subject.sentence].length * voice.nativeRateHz) / samples.length;
        return problemIf(
          !(pace >= min && pace <= max),
          `${voice.code}: ${pace.toFixed(1)} code points a second at ${voice.nativeRateHz} Hz; expected ${min} to ${max}.`,
        );
      }),
  },
  { name: 'audio/buffers-are-the-consumers', run: bufferProblems },
  { name: 'audio/read-slowly', run: slowProblems },
];

function declaredProblems(engineId: string, voices: readonly Voice[]): Problems {
  const codes = new Set(voices.map((voice) => voice.code));
  return [
    ...problemIf(voices.length === 0, 'The engine declares no voice.'),
    ...problemIf(codes.size !== voices.length, 'Two voices have the same code.'),
    ...voices.flatMap((voice) => [...voiceProblems(engineId, voice), ...kindProblems(voice)]),
  ];
}

function voiceProblems(engineId: string, voice: Voice): Problems {
  const {
    code,
    engine,
    nativeRateHz,
    creditFactor,
    licence,
    name,
    ownership,
    ownerAppId,
    sounds = [],
  } = voice;
  const odd = sounds.find((sound) => sound === '' || plainIpa(sound) !== sound);
  return [
    ...problemIf(
      ownership === 'PERSONAL' && !ownerAppId,
      `${code}: it is personal, but has no ownerAppId, so nobody may use it.`,
    ),
    ...problemIf(
      odd !== undefined,
      `${code}: its sound ${JSON.stringify(odd)} is never found in a pronunciation; expected ${JSON.stringify(plainIpa(odd ?? ''))}, as plainIpa writes it.`,
    ),
    ...problemIf(engine !== engineId, `${code}: its engine is ${engine}, not ${engineId}.`),
    ...problemIf(
      !(Number.isInteger(nativeRateHz) && nativeRateHz >= 8000),
      `${code}: its rate is ${nativeRateHz} Hz.`,
    ),
    ...problemIf(
      !/^\d+(\.\d+)?$/.test(creditFactor),
      `${code}: its credit factor is not a decimal number: ${creditFactor}.`,
    ),
    ...problemIf(
      licence === '' || name === '' || code === '',
      `${code}: its code, name or licence is empty.`,
    ),
  ];
}

/** Checks the members that are one of a list; plugins in JavaScript have no compiler that does. */
function kindProblems({ code, languageCode, gender, ownership, quality }: Voice): Problems {
  return [
    ...problemIf(
      !isLanguageCode(languageCode),
      `${code}: its language is ${languageCode}; expected a code of the catalogue, such as en-US.`,
    ),
    ...problemIf(!GENDERS.includes(gender), `${code}: its gender is ${gender}.`),
    ...problemIf(!VOICE_OWNERSHIPS.includes(ownership), `${code}: its ownership is ${ownership}.`),
    ...problemIf(
      quality !== undefined && !VOICE_QUALITIES.includes(quality),
      `${code}: its quality is ${quality}; expected ${VOICE_QUALITIES.join(', ')}.`,
    ),
  ];
}

async function capabilityProblems(subject: SynthesisSubject): Promise<Problems> {
  const { engine, sentence } = subject;
  const { concurrency, maxUnitChars, streaming } = engine.capabilities;
  const before = JSON.stringify(engine.capabilities);
  await engine.warm();
  const chunks = await Array.fromAsync(engine.synthesize(longestUnitOf(subject)));
  return [
    ...problemIf(!(Number.isInteger(concurrency) && concurrency >= 1), `Its concurrency is ${concurrency}.`),
    ...problemIf(
      !(Number.isInteger(maxUnitChars) && maxUnitChars >= [...sentence].length),
      `Its longest unit has ${maxUnitChars} code points, fewer than one sentence.`,
    ),
    ...problemIf(JSON.stringify(engine.capabilities) !== before, 'Warming changed the capabilities.'),
    ...problemIf(
      streaming && chunks.length < 2,
      'It declares that it streams, but returned its longest unit in one chunk.',
    ),
  ];
}

/** An engine that only cuts finished audio into chunks does not stream: its listeners wait for all of it. */
async function streamingProblems(subject: SynthesisSubject): Promise<Verdict> {
  const { engine } = subject;
  if (!engine.capabilities.streaming) return { notApplicable: 'the engine returns a unit in one chunk' };
  // The first call loads and compiles.
  await speak(engine, longestUnitOf(subject));
  const chunks = engine.synthesize(longestUnitOf(subject))[Symbol.asyncIterator]();
  const first = await costOf(() => chunks.next());
  const rest = await costOf(async () => {
    while ((await chunks.next()).done !== true);
  });
  const wholeMs = first.computingMs + rest.computingMs;
  if (wholeMs < MEASURABLE_MS)
    return { notApplicable: 'a call takes too little processor time to be measured' };
  const share = first.computingMs / wholeMs;
  return problemIf(
    share > MAX_BEFORE_FIRST,
    `It declares that it streams, but used ${Math.round(share * 100)} % of its longest unit's processor time before the first chunk; the limit is ${MAX_BEFORE_FIRST * 100} %.`,
  );
}

/** Overwrites each chunk on arrival, which must affect neither the rest of the unit nor the next one. */
async function bufferProblems(subject: SynthesisSubject): Promise<Problems> {
  const problems: string[] = [];
  for (const round of ['The same unit', 'The next unit']) {
    for await (const chunk of subject.engine.synthesize(unitOf(subject))) {
      if (!(chunk instanceof Float32Array)) return ['A chunk is not a Float32Array.'];
      if (chunk.some(Number.isNaN))
        problems.push(`${round} contains what the consumer wrote into its buffer.`);
      chunk.fill(Number.NaN);
    }
  }
  return problems.length > 0 ? problems : transferProblems(subject);
}

/** Passes the buffer of each chunk on to another thread, as a consumer may that owns it: the others must remain. */
async function transferProblems(subject: SynthesisSubject): Promise<Problems> {
  const due = (await speechesOf(subject))[0]?.samples ?? new Float32Array();
  const copies: Float32Array[] = [];
  for await (const chunk of subject.engine.synthesize(unitOf(subject))) {
    const { buffer } = chunk;
    if (!(buffer instanceof ArrayBuffer))
      return ['A chunk is in shared memory: its buffer cannot be passed on to another thread.'];
    copies.push(chunk.slice());
    try {
      structuredClone(buffer, { transfer: [buffer] });
    } catch (error) {
      return [`The buffer of a chunk cannot be passed on to another thread: ${String(error)}`];
    }
  }
  return sameSpeechProblems(
    subject,
    'The unit whose buffers were passed on to another thread',
    due,
    joinSamples(copies),
  );
}

/** @returns the mean number of samples in a chunk; infinite without chunks */
function meanLength(chunks: readonly unknown[]): number {
  const lengths = chunks.map((chunk) =>
    chunk instanceof Float32Array ? chunk.length : Number.POSITIVE_INFINITY,
  );
  return lengths.length === 0
    ? Number.POSITIVE_INFINITY
    : lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
}

/** Reads a unit more slowly than it is synthesized and keeps its chunks, as a player does: nothing may be lost or change meanwhile. */
async function slowProblems(subject: SynthesisSubject): Promise<Problems> {
  const { engine } = subject;
  const due = await speak(engine, unitOf(subject));
  const chunks: Float32Array[] = [];
  const copies: Float32Array[] = [];
  for await (const chunk of engine.synthesize(unitOf(subject))) {
    chunks.push(chunk);
    copies.push(chunk.slice());
    await setTimeout(SLOW_MS);
  }
  await speak(engine, unitOf(subject));
  const changed = chunks.filter(
    (chunk, index) => differenceOf(chunk, copies[index] ?? new Float32Array()) !== undefined,
  ).length;
  return [
    ...sameSpeechProblems(subject, 'The unit read slowly', due, joinSamples(copies)),
    ...problemIf(changed > 0, `${changed} chunks changed later: each chunk needs a buffer of its own.`),
  ];
}

async function forEachVoice(
  { engine }: SynthesisSubject,
  evaluate: (voice: Voice) => Promise<Problems>,
): Promise<Problems> {
  const problems: string[] = [];
  for (const voice of engine.voices) problems.push(...(await evaluate(voice)));
  return problems;
}

/** Compares the first voices of each language with each other; voices of different regions may sound the same. */
async function alikeProblems(subject: SynthesisSubject): Promise<Verdict> {
  const { engine, samplesVary } = subject;
  if (samplesVary) return { notApplicable: "the engine's audio differs each time" };
  const byLanguage = Map.groupBy(engine.voices, ({ languageCode }) => languageCode);
  const groups = [...byLanguage.values()].filter(({ length }) => length > 1);
  if (groups.length === 0) return { notApplicable: 'there are no two voices of one language' };
  const problems: string[] = [];
  for (const group of groups) {
    const heard = new Map<string, Float32Array>();
    for (const { code } of group.slice(0, MAX_COMPARED)) {
      const samples = await speak(engine, unitOf(subject, { voiceCode: code }));
      for (const [other, before] of heard)
        if (differenceOf(before, samples) === undefined)
          problems.push(`${other} and ${code} have identical samples.`);
      heard.set(code, samples);
    }
  }
  return problems;
}
