import { setTimeout as delay } from 'node:timers/promises';
import type { Benchmark, Variant } from '../runner/contract.ts';
import { differenceTable, metricTable } from '../runner/markdown.ts';
import { metricChart } from '../runner/metric-chart.ts';
import type { Sample } from '../runner/sample.ts';
import { clientOf } from '../service/caller.ts';
import { openSpeakingService } from '../service/speaking-service.ts';
import { ANSWERS, WARM_UP } from './answers.ts';

const WORD_EVERY_MS = 50;
const AIM_MS = 150;
const METRICS = {
  fromClauseMs: { title: 'First audio, from the last word of the first clause', unit: 'ms' },
  fromNextWordMs: { title: 'First audio, from the word behind it', unit: 'ms' },
} as const;
const WITH_ALIGNER = ['sherpa-onnx', 'flite', 'soundswallower'].map((name) => `@parlance/plugin-${name}`);

type StreamOptions = Parameters<ReturnType<typeof clientOf>['speakStream']>[0];

/** Sends an answer word by word and waits until it is spoken. */
async function measure(
  client: ReturnType<typeof clientOf>,
  answer: string,
  options: StreamOptions,
): Promise<Sample> {
  const stream = client.speakStream(options);
  await stream.ready;
  const words = answer.split(/(?<= )/);
  const sentAtMs: number[] = [];
  const sending = (async () => {
    const startedAtMs = performance.now();
    for (const [index, word] of words.entries()) {
      const waitMs = startedAtMs + index * WORD_EVERY_MS - performance.now();
      if (waitMs > 0) await delay(waitMs);
      sentAtMs.push(performance.now());
      stream.write(word);
    }
    stream.end();
  })();
  let firstAudioAtMs = Number.NaN;
  let clause: string | undefined;
  for await (const event of stream) {
    if (event.type === 'AUDIO' && Number.isNaN(firstAudioAtMs)) firstAudioAtMs = performance.now();
    if (event.type === 'SPOKEN') clause ??= answer.slice(0, event.end);
  }
  await sending;
  const clauseWords = (clause ?? '').split(' ').length;
  const sinceMs = (word: number) => firstAudioAtMs - (sentAtMs[word] ?? Number.NaN);
  return {
    values: { fromClauseMs: sinceMs(clauseWords - 1), fromNextWordMs: sinceMs(clauseWords) },
    note: clause ?? '',
  };
}

const speaking = (
  options: Partial<StreamOptions>,
  settings: Readonly<Record<string, unknown>> = {},
): Variant => ({
  async open() {
    const server = await openSpeakingService({}, settings);
    const client = clientOf(server.caller);
    const wish = { voiceCode: 'joe', ...options };
    for (const answer of WARM_UP) await measure(client, answer, wish);
    return {
      subjectPid: server.pid,
      async measure(caseName) {
        const samples = [];
        for (const answer of ANSWERS[caseName as keyof typeof ANSWERS]) {
          samples.push(await measure(client, answer, wish));
        }
        return samples;
      },
      close: () => server.stop(),
    };
  },
});

export default {
  question: 'How soon is a text spoken that a language model is still writing?',
  variants: {
    service: speaking({}),
    'with word timings': speaking({ timings: 'word' }, { plugins: WITH_ALIGNER }),
  },
  cases: Object.keys(ANSWERS),
  metrics: METRICS,
  alternation: 'by-measurement',
  models: ['piper-en-us-joe-medium', 'espeak-ng-data'],
  packages: ['ws', 'fastify'],
  report: (summary) => [
    metricChart(summary, 'fromClauseMs', METRICS.fromClauseMs, {
      name: 'first-audio',
      guides: [{ at: AIM_MS, label: 'aim' }],
    }),
    metricTable(summary, 'fromClauseMs', METRICS.fromClauseMs),
    differenceTable(summary, ['with word timings', 'service'], 'fromClauseMs', METRICS.fromClauseMs),
    metricTable(summary, 'fromNextWordMs', METRICS.fromNextWordMs),
  ],
} satisfies Benchmark;
