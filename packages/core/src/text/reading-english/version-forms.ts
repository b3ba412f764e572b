import { type ReadingForm, textBefore } from '../reading-form.ts';
import { digitByDigit, partWords } from './number-words.ts';

/** Names after which 20.11 is twenty point eleven, not twenty point one one. */
const SOFTWARE =
  'Android|Angular|Bun|Chrome|Debian|Deno|Django|Docker|Edge|Fedora|Firefox|Go|iOS|Java|JavaScript|Kotlin|Kubernetes|Laravel|Linux|macOS|MySQL|' +
  'Next|Node|Node\\.js|npm|PHP|Postgres|PostgreSQL|Python|PyTorch|Rails|React|Redis|Ruby|Rust|Safari|SQLite|Swift|TypeScript|Ubuntu|Vue|Windows|' +
  '[Vv]ersion|[Rr]elease';
const PARTS = String.raw`\d+(?:\.\d+)`;
const SUFFIX = String.raw`(?:-(\p{Ll}+)(?:\.(\d+))?)?`;
const END = String.raw`(?![\p{L}\d]|\.\d)`;

/** Versions and network addresses: each part is a separate number. 1.000.000 is neither. */
export const VERSION_FORMS: readonly ReadingForm[] = [
  {
    pattern: /(?<![\p{L}\p{N}.])(\d{1,3}(?:\.\d{1,3}){3})(?::(\d{1,5}))?(?![\p{L}\d]|\.\d)/gu,
    read([, octets = '', port]) {
      const host = octets.split('.').map(digitByDigit).join(' dot ');
      return port === undefined ? host : `${host} port ${digitByDigit(port)}`;
    },
  },
  {
    pattern: new RegExp(String.raw`(?<![\p{L}\p{N}_./])v(\d+(?:\.\d+)*)${SUFFIX}${END}`, 'gu'),
    read(match, context) {
      const [, parts = '', ...suffix] = match;
      const isNamed = /\b(?:version|release) $/iu.test(textBefore(match, context));
      return `${isNamed ? '' : 'version '}${partsWords(parts, suffix)}`;
    },
  },
  {
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}.,/$€£-])(?!\d{1,3}(?:\.\d{3})+(?!\.?\d))(${PARTS}{2,})${SUFFIX}${END}`,
      'gu',
    ),
    read: ([, parts = '', ...suffix]) => partsWords(parts, suffix),
  },
  {
    pattern: new RegExp(
      String.raw`(?<=(?<![\p{L}\p{N}])(?:${SOFTWARE}) )(${PARTS})${SUFFIX}(?![\p{L}\d%]|\.\d)`,
      'gu',
    ),
    read: ([, parts = '', ...suffix]) => partsWords(parts, suffix),
  },
  {
    pattern: /(?<=\bHTTP)\/(\d)(?:\.(\d))?(?![\p{L}\d])/gu,
    read: ([, ...parts]) => ` ${partsWords(parts.filter(Boolean).join('.'))}`,
  },
];

function partsWords(parts: string, [label, build]: readonly (string | undefined)[] = []): string {
  const words = parts.split('.').map(partWords).join(' point ');
  return [words, label, build === undefined ? undefined : partWords(build)].filter(Boolean).join(' ');
}
