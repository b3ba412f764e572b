import { openBareRecognizer } from '../batch-transcription/bare-recognizer.ts';
import { openRecognizingService } from '../batch-transcription/recognizing-service.ts';
import { speechOf, wavOf } from '../batch-transcription/speech-segments.ts';
import type { Benchmark, Sample, Variant } from '../runner/contract.ts';
import { metricTable } from '../runner/markdown.ts';

const CASES = { '3 seconds': 3, '6 seconds': 6, '9 seconds': 9 } as const;
const CALLS = 10;
const ANSWER = { title: 'Answer', unit: 'ms', digits: 1 } as const;

const secondsOf = (caseName: string): number => CASES[caseName as keyof typeof CASES];

async function repeated(work: () => Promise<number>): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (let call = 0; call < CALLS; call++) samples.push({ values: { answerMs: await work() } });
  return samples;
}

const service: Variant = {
  async open() {
    const server = await openRecognizingService();
    for (let call = 0; call < 3; call++) await server.transcribe(wavOf(await speechOf(9)));
    return {
      subjectPid: server.pid,
      async measure(caseName) {
        const wav = wavOf(await speechOf(secondsOf(caseName)));
        return repeated(async () => {
          const startedAtMs = performance.now();
          await server.transcribe(wav);
          return performance.now() - startedAtMs;
        });
      },
      close: server.stop,
    };
  },
};

const bareEngine: Variant = {
  async open() {
    const recognizer = await openBareRecognizer('sync');
    await recognizer.decode(await recognizer.cut(await speechOf(9)));
    return {
      async measure(caseName) {
        const segments = await recognizer.cut(await speechOf(secondsOf(caseName)));
        return repeated(() => recognizer.decode(segments));
      },
      close: recognizer.close,
    };
  },
};

export default {
  question: 'What does a short recording wait for beside its decoding?',
  variants: { service, 'bare-engine': bareEngine },
  cases: Object.keys(CASES),
  metrics: { answerMs: ANSWER },
  alternation: 'by-measurement',
  models: ['moonshine-tiny-en', 'silero-vad'],
  packages: ['sherpa-onnx-node', 'fastify', '@electric-sql/pglite'],
  report: (summary) => [
    metricTable(summary, 'answerMs', ANSWER),
    {
      kind: 'table',
      title: 'Time beyond the bare decoding, ms',
      header: ['', 'difference of the medians'],
      rows: summary.cases.map((name) => {
        const median = (variant: string) => summary.find(name, variant, 'answerMs')?.median ?? Number.NaN;
        return [name, (median('service') - median('bare-engine')).toFixed(1)];
      }),
    },
  ],
} satisfies Benchmark;
