import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CATALOGUE } from '../../src/catalogue/catalogue.ts';
import type { CatalogueEntry } from '../../src/catalogue/catalogue-entry.ts';
import { adviceOn, measuredFigures } from '../../src/catalogue/model-advice.ts';

const DOCUMENT = fileURLToPath(new URL('../../../../docs/models.md', import.meta.url));
const SECTION = /<!-- catalogue -->[\s\S]*<!-- \/catalogue -->/;
const SHOWN_LANGUAGES = 6;

/** The catalogue as a Markdown table, as in docs/models.md. */
export function catalogueTable(): string {
  const head = [
    'Model',
    'For',
    'Family',
    'Languages',
    'Size',
    'Licence',
    'Sources',
    'Tried',
    'Good for',
    'Measured',
  ];
  const rows = CATALOGUE.map((entry) => [
    `\`${entry.id}\`<br>${entry.title}`,
    entry.kind,
    entry.family,
    languagesOf(entry),
    `${Math.max(1, Math.round(entry.sizeBytes / 1e6))} MB`,
    licenceOf(entry),
    entry.sources.map(placeOf).join(', '),
    entry.isTried ? 'yes' : 'no',
    adviceOn(entry.id)?.goodFor ?? '',
    adviceOn(entry.id) === undefined ? '' : measuredFigures(entry.id),
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export const documentedTable = () => SECTION.exec(readFileSync(DOCUMENT, 'utf8'))?.[0] ?? '';
export const expectedTable = () => `<!-- catalogue -->\n${catalogueTable()}\n<!-- /catalogue -->`;

function placeOf(source: CatalogueEntry['sources'][number]): string {
  if (source.kind === 'wheel') return 'wheel';
  if (source.kind === 'packages')
    return [...new Set(source.packages.map(({ registry }) => registry))].join(' and ');
  return new URL(source.archiveUrl ?? source.files[0]?.from ?? '').host;
}

function languagesOf({ languages }: CatalogueEntry): string {
  if (languages.length === 0) return 'all';
  const shown = languages.slice(0, SHOWN_LANGUAGES).join(', ');
  return languages.length > SHOWN_LANGUAGES
    ? `${shown} and ${languages.length - SHOWN_LANGUAGES} more`
    : shown;
}

function licenceOf({ licence, licenceUrl, licenceNotice }: CatalogueEntry): string {
  const link = `[${licence}](${licenceUrl})`;
  return licenceNotice === undefined ? link : `${link}. ${licenceNotice}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(
    DOCUMENT,
    readFileSync(DOCUMENT, 'utf8').replace(SECTION, () => expectedTable()),
  );
}
