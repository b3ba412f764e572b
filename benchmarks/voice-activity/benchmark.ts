import { SpeechError } from '@parlance/core/errors';
import { createModelStore } from '@parlance/models';
import { speechOf } from '../batch-transcription/speech-segments.ts';
import { openBareEngines } from '../recognition-segmentation/engines.ts';
import type { Benchmark, OpenVariant, Variant } from '../runner/contract.ts';
import { metricTable } from '../runner/markdown.ts';
import type { Summary } from '../runner/summary.ts';
import { cpuSecondsOfTree } from '../service/cpu-time.ts';
import { openAddonScorer } from './addon-scorer.ts';
import { openOnnxRuntimeScorer } from './onnxruntime-scorer.ts';
import { type Scorer, WINDOW_SAMPLES } from './scorer.ts';
import { openSileroScorer } from './silero-scorer.ts';

const METRICS = {
  cpuUsPerWindow: { title: 'Processor time for a window of 32 ms', unit: 'µs', digits: 1 },
  windowsPerCoreSecond: { title: 'Windows a second and core', unit: 'windows' },
  memoryMib: { title: 'Memory that loading it and scoring adds to the process', unit: 'MiB' },
  installMib: { title: 'What it adds to the installation', unit: 'MiB', digits: 1 },
  speechPercent: { title: 'Windows that are speech', unit: '%', digits: 2 },
  cpuMsPerAudioSecond: { title: 'Processor time for a second of audio', unit: 'ms', digits: 1 },
} as const;

/** Streams at once, and the windows that one hands over at a time: a recording comes in blocks, live audio in chunks of some 0.1 s. */
const CASES: Readonly<Record<string, { readonly streams: number; readonly windows: number }>> = {
  'a recording': { streams: 1, windows: 32 },
  '1 live stream': { streams: 1, windows: 3 },
  '8 live streams': { streams: 8, windows: 3 },
  '32 live streams': { streams: 32, windows: 3 },
};
const LIVE_CASE = '32 live streams';
const DECODING = 'final results';
const SPEECH_SECONDS = 60;
const RATE_HZ = 16_000;
/** Each measurement scores so much audio of all streams together. */
const SCORED_SECONDS = 480;
const US_IN_MS = 1000;
const BYTES_IN_MIB = 2 ** 20;
const WINDOWS_PER_SECOND = RATE_HZ / WINDOW_SAMPLES;
/** Streams need not be in step: each begins elsewhere in the speech. */
const STREAM_OFFSET_SECONDS = 7;

const OWN = '@parlance/silero';
const ADDON = 'sherpa-onnx';
const RUNTIME = 'onnxruntime-node';

export default {
  question: 'Which way to compute Silero costs least, and what is that worth to live recognition?',
  variants: {
    [OWN]: variantOf(openSileroScorer),
    [ADDON]: variantOf(openAddonScorer),
    [RUNTIME]: variantOf(openOnnxRuntimeScorer),
    recognizer: recognizer(),
  },
  cases: [...Object.keys(CASES), DECODING],
  metrics: METRICS,
  alternation: 'by-measurement',
  models: ['moonshine-tiny-en', 'silero-vad'],
  packages: ['sherpa-onnx-node'],
  report: (summary) => [
    { kind: 'text', text: verdict(summary) },
    ...(['cpuUsPerWindow', 'windowsPerCoreSecond', 'memoryMib', 'installMib', 'speechPercent'] as const).map(
      (metric) => metricTable(onlyScorers(summary), metric, METRICS[metric]),
    ),
    capacityTable(summary),
  ],
} satisfies Benchmark;

function variantOf<Stream>(openScorer: (modelPath: string) => Promise<Scorer<Stream>>): Variant {
  return {
    async open(): Promise<OpenVariant> {
      const { files } = await createModelStore().ensure('silero-vad');
      const speech = await clipsOfSpeech();
      const emptyBytes = process.memoryUsage.rss();
      const scorer = await openScorer(files.model ?? '');
      return {
        async measure(caseName) {
          const sizes = CASES[caseName];
          if (sizes === undefined) return [];
          const { streams: count, windows } = sizes;
          const streams = Array.from({ length: count }, () => scorer.open());
          const pieceSamples = windows * WINDOW_SAMPLES;
          const rounds = Math.ceil((SCORED_SECONDS * RATE_HZ) / (count * pieceSamples));
          const piecesOf = (round: number) =>
            streams.map((stream, at) => {
              const from = at * STREAM_OFFSET_SECONDS * RATE_HZ + round * pieceSamples;
              const start = from % (speech.length - pieceSamples);
              return { stream, samples: speech.slice(start, start + pieceSamples) };
            });
          await scorer.score(piecesOf(0));
          let speechWindows = 0;
          const before = process.cpuUsage();
          for (let round = 1; round <= rounds; round += 1) {
            const answers = await scorer.score(piecesOf(round));
            for (const answer of answers) speechWindows += answer.filter(Boolean).length;
          }
          const { user, system } = process.cpuUsage(before);
          const scored = rounds * count * windows;
          const cpuUsPerWindow = (user + system) / scored;
          return [
            {
              values: {
                cpuUsPerWindow,
                windowsPerCoreSecond: 1_000_000 / cpuUsPerWindow,
                memoryMib: (process.memoryUsage.rss() - emptyBytes) / BYTES_IN_MIB,
                installMib: scorer.installMib,
                speechPercent: (100 * speechWindows) / scored,
              },
            },
          ];
        },
        close: async () => undefined,
      };
    },
  };
}

/** What final results alone cost, which is the rest of live recognition when nothing is left for interim ones. */
function recognizer(): Variant {
  return {
    async open(): Promise<OpenVariant> {
      const engines = await openBareEngines();
      const speech = await clipsOfSpeech();
      return {
        async measure(caseName) {
          if (caseName !== DECODING) return [];
          const before = await cpuSecondsOfTree(process.pid);
          const step = 5 * RATE_HZ;
          for (let start = 0; start + step <= speech.length; start += step)
            await engines.recognizer.recognize(speech.slice(start, start + step));
          const cpuMs = ((await cpuSecondsOfTree(process.pid)) - before) * 1000;
          const seconds = (Math.floor(speech.length / step) * step) / RATE_HZ;
          return [{ values: { cpuMsPerAudioSecond: cpuMs / seconds } }];
        },
        close: () => engines.close(),
      };
    },
  };
}

async function clipsOfSpeech(): Promise<Float32Array> {
  const speech = await speechOf(SPEECH_SECONDS);
  if (speech.length > 0) return speech;
  throw new SpeechError(
    'INVALID_INPUT',
    'There are no clips of speech; set PARLANCE_SPEECH_DIR to their folder.',
  );
}

function onlyScorers(summary: Summary): Summary {
  const variants = summary.variants.filter((name) => name !== 'recognizer');
  return { ...summary, variants, cases: summary.cases.filter((name) => name !== DECODING) };
}

/** Sessions that two cores hold, by the processor time of detection and of final results alone. */
function capacityOf(
  summary: Summary,
  variant: string,
): { readonly ms: number; readonly sessions: number } | undefined {
  const windowUs = summary.find(LIVE_CASE, variant, 'cpuUsPerWindow')?.median;
  const finalsMs = summary.find(DECODING, 'recognizer', 'cpuMsPerAudioSecond')?.median;
  if (windowUs === undefined || finalsMs === undefined) return undefined;
  const ms = (windowUs * WINDOWS_PER_SECOND) / US_IN_MS;
  return { ms, sessions: 1000 / (ms + finalsMs) };
}

function verdict(summary: Summary): string {
  const own = capacityOf(summary, OWN)?.sessions;
  if (own === undefined) return 'Not measured together with the recognizer.';
  const worth = (variant: string): string => {
    const other = capacityOf(summary, variant)?.sessions;
    return other === undefined ? '–' : `${((own / other - 1) * 100).toFixed(0)} %`;
  };
  return `${OWN} holds ${worth(ADDON)} more live sessions a core than sherpa-onnx's detector, and ${worth(RUNTIME)} more than onnxruntime-node.`;
}

function capacityTable(summary: Summary) {
  const shown = (value: number | undefined): string => value?.toFixed(1) ?? '–';
  return {
    kind: 'table',
    title: 'What a core holds: detection of 32 streams, and final results without interim ones',
    header: ['', 'detection, ms for a second of audio', 'live sessions a core'],
    rows: [OWN, ADDON, RUNTIME].map((name) => {
      const capacity = capacityOf(summary, name);
      return [name, shown(capacity?.ms), shown(capacity?.sessions)];
    }),
  } as const;
}
