import { TEXTS } from '../first-audio-latency/texts.ts';
import type { Benchmark, Variant } from '../runner/contract.ts';
import { metricTable } from '../runner/markdown.ts';
import { metricChart } from '../runner/metric-chart.ts';
import { openSpeakingService } from '../service/speaking-service.ts';

const FIRST_BYTE = { title: 'First byte of audio', unit: 'ms', digits: 2 } as const;
const WHOLE = { title: 'Whole answer', unit: 'ms', digits: 2 } as const;
const CALLS = 40;
/** Of each case, before: a service that speaks phrases again and again has its code compiled. */
const WARM_CALLS = 100;
const PHRASE = TEXTS[97];
const AIM_MS = 5;

const CASES = {
  'spoken before, wav': { format: 'wav', mayReuse: true },
  'spoken before, pcm': { format: 'pcm', mayReuse: true },
  'spoken before, mp3': { format: 'mp3', mayReuse: true },
  'made anew, wav': { format: 'wav', mayReuse: false },
} as const;

const service: Variant = {
  async open() {
    const server = await openSpeakingService();
    const connection = server.connect();
    const measureAll = async (caseName: string, calls: number) => {
      const wish = { text: PHRASE, ...CASES[caseName as keyof typeof CASES] };
      const samples = [];
      for (let call = 0; call < calls; call++) samples.push(await connection.speak(wish));
      return samples;
    };
    for (const caseName of Object.keys(CASES)) await measureAll(caseName, WARM_CALLS);
    return {
      subjectPid: server.pid,
      measure: (caseName) => measureAll(caseName, CALLS),
      async close() {
        connection.close();
        await server.stop();
      },
    };
  },
};

export default {
  question: 'How soon does a phrase come that was spoken before?',
  variants: { service },
  cases: Object.keys(CASES),
  metrics: { firstByteMs: FIRST_BYTE, wholeAnswerMs: WHOLE },
  alternation: 'by-variant',
  models: ['piper-en-us-joe-medium', 'espeak-ng-data'],
  packages: ['fastify', 'lru-cache', 'wasm-media-encoders', '@electric-sql/pglite'],
  report: (summary) => [
    metricChart(summary, 'firstByteMs', FIRST_BYTE, {
      name: 'first-byte',
      guides: [{ at: AIM_MS, label: 'aim' }],
    }),
    metricTable(summary, 'firstByteMs', FIRST_BYTE),
    metricTable(summary, 'wholeAnswerMs', WHOLE),
  ],
} satisfies Benchmark;
