import type { Metric } from './contract.ts';
import type { Provenance } from './provenance.ts';
import type { Section, TableSection } from './sections.ts';
import type { Spread } from './statistics.ts';
import type { Summary } from './summary.ts';

/** "82 (79–95)": the median, and the least and the greatest measurement. */
export function spreadText(spread: Spread | undefined, digits = 0): string {
  if (spread === undefined) return '–';
  const [median, min, max] = [spread.median, spread.min, spread.max].map((value) => value.toFixed(digits));
  return min === max ? `${median}` : `${median} (${min}–${max})`;
}

/** A metric of every case, one column a variant. */
export function metricTable(summary: Summary, name: string, { title, unit, digits }: Metric): TableSection {
  return {
    kind: 'table',
    title: `${title}, ${unit}: median (least–greatest)`,
    header: ['', ...summary.variants],
    rows: summary.cases.map((caseName) => [
      caseName,
      ...summary.variants.map((variant) => spreadText(summary.find(caseName, variant, name), digits)),
    ]),
  };
}

/** Metrics that count something, by their titles. */
export function countMetrics<Name extends string>(titles: Readonly<Record<Name, string>>) {
  const metrics = Object.entries<string>(titles).map(([name, title]) => [name, { title, unit: 'number' }]);
  return Object.fromEntries(metrics) as Record<Name, Metric>;
}

/** What was counted in a case, one row a metric and one column a variant. */
export function countTable(
  summary: Summary,
  caseName: string,
  { title, titles }: { readonly title: string; readonly titles: Readonly<Record<string, string>> },
): TableSection {
  return {
    kind: 'table',
    title,
    header: ['', ...summary.variants],
    rows: Object.entries(titles).map(([name, rowTitle]) => [
      rowTitle,
      ...summary.variants.map((variant) => String(summary.find(caseName, variant, name)?.sum ?? '–')),
    ]),
  };
}

/** A metric of one variant to that of another, turn by turn, in every case that both did. */
export function ratioTable(
  summary: Summary,
  [variant, toVariant]: readonly [string, string],
  name: string,
  { title }: Metric,
): TableSection {
  return {
    kind: 'table',
    title: `${title}, ${variant} to ${toVariant}, turn by turn`,
    header: ['', 'median', 'least', 'greatest', 'turns'],
    rows: summary.cases.map((caseName) => {
      const ratio = summary.turnByTurn(caseName, [variant, toVariant], name, (value, other) => value / other);
      return [caseName, ...turnCells(ratio, 3)];
    }),
  };
}

/** By how much a metric of one variant is above that of another, turn by turn, in every case that both did. */
export function differenceTable(
  summary: Summary,
  [variant, fromVariant]: readonly [string, string],
  name: string,
  { title, unit, digits }: Metric,
): TableSection {
  return {
    kind: 'table',
    title: `${title}, ${variant} beyond ${fromVariant}, ${unit}, turn by turn`,
    header: ['', 'median', 'least', 'greatest', 'turns'],
    rows: summary.cases.map((caseName) => {
      const beyond = summary.turnByTurn(
        caseName,
        [variant, fromVariant],
        name,
        (value, other) => value - other,
      );
      return [caseName, ...turnCells(beyond, digits)];
    }),
  };
}

function turnCells(spread: Spread | undefined, digits?: number): readonly string[] {
  if (spread === undefined) return ['–', '–', '–', '0'];
  const { median, min, max, count } = spread;
  return [...[median, min, max].map((one) => one.toFixed(digits)), String(count)];
}

/** The page of results that is committed beside the raw measurements. */
export function resultsPage(options: {
  readonly question: string;
  readonly command: string;
  readonly rounds: number;
  readonly provenance: Provenance;
  /** Of the cores' time during the run, what the host of the machine gave to others. */
  readonly stolenPercent: number;
  readonly sections: readonly Section[];
  readonly summary: Summary;
}): string {
  const { question, command, rounds, provenance, stolenPercent, sections, summary } = options;
  const { cpu, cores, memoryGib, system, node, date, commit, packages, peers } = provenance;
  const versions = [
    `Node ${node.slice(1)}`,
    ...Object.entries(packages).map(([name, version]) => `${name} ${version}`),
    ...Object.values(peers).flatMap((all) =>
      all.filter((one) => /^(piper-tts|onnxruntime|sherpa-onnx)==/.test(one)),
    ),
  ];
  const memory = Object.entries(summary.peakMemoryMib).map(([name, peak]) => [name, spreadText(peak)]);
  return [
    `# ${question}`,
    '',
    `\`${command}\`, ${rounds} rounds, ${date.slice(0, 10)}, commit ${commit.slice(0, 12)}${provenance.hasUncommittedChanges ? ' with changes' : ''}.`,
    `${cpu}, ${cores} cores, ${memoryGib} GiB, ${system}. ${versions.join(', ')}.`,
    `The host of the machine took ${stolenPercent.toFixed(1)} % of the cores' time meanwhile.`,
    'Digests of the models and every single measurement are in `result.json`.',
    '',
    ...(provenance.wasMachineBusy
      ? [
          `**Provisional:** other work kept ${provenance.loadBefore} cores busy before the run; times are not to be relied on.`,
          '',
        ]
      : []),
    ...sections.flatMap((section) => [...sectionLines(section), '']),
    ...(memory.length === 0
      ? []
      : sectionLines({
          kind: 'table',
          title: 'Peak memory of the processes, of shared pages their part, MiB: median (least–greatest)',
          header: ['variant', 'MiB'],
          rows: memory,
        })),
    '',
  ]
    .join('\n')
    .replace(/\n{3,}/g, '\n\n');
}

function sectionLines(section: Section): readonly string[] {
  switch (section.kind) {
    case 'text':
      return [section.text];
    case 'chart':
    case 'lines':
      return [`![${section.title}](${section.name}.svg)`];
    case 'table':
      return [
        `## ${section.title}`,
        '',
        row(section.header),
        row(section.header.map((_, index) => (index === 0 ? ':--' : '--:'))),
        ...section.rows.map(row),
      ];
  }
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
