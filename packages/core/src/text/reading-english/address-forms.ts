import { type ReadingForm, textAfter } from '../reading-form.ts';
import { spelled } from './noun-context.ts';
import { digitByDigit } from './number-words.ts';
import { signName } from './sign-names.ts';

/** Endings that make a name without a scheme an address. None of them is also the ending of a file or a word. */
const ENDINGS = '(?:com|org|net|edu|gov|info|io|dev|app|ai|eu|uk|de|fr|us|ca|au|tv)';
const HOST = String.raw`(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+`;
const PATH = String.raw`(?:[/?#][^\s<>"'’)\]\uE000\uE001]*(?<![.,;:!?]))?`;

/** Web and mail addresses: the scheme, "www." and a last slash are not spoken. */
export const ADDRESS_FORMS: readonly ReadingForm[] = [
  {
    pattern: /[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}(?![\w@])/giu,
    read: (match, context) => addressWords(match[0], textAfter(match, context)),
  },
  {
    pattern: new RegExp(
      String.raw`(?:https?:\/\/(?:www\.)?|www\.)([\w.-]*\w)(:\d+)?(${PATH})|(?<![\w@./-])(${HOST}${ENDINGS})(?![\w-]|\.\w)(:\d+)?(${PATH})`,
      'giu',
    ),
    read(match, context) {
      const [, host = match[4] ?? '', port = match[5] ?? '', path = match[6] ?? ''] = match;
      const after = textAfter(match, context);
      const spokenPath = path.replace(/\/$/, '');
      return [
        hostWords(host, spokenPath === '' && port === '' ? after : ''),
        port === '' ? '' : `port ${digitByDigit(port)}`,
        spokenPath === '' ? '' : addressWords(spokenPath, after),
      ]
        .filter((words) => words !== '')
        .join(' ');
    },
  },
];

function hostWords(host: string, after: string): string {
  return /^[\d.]+$/.test(host) ? host.split('.').map(digitByDigit).join(' dot ') : addressWords(host, after);
}

/** Words and numbers stay; an ending of two letters is spelled ("dot U.K.") unless it is pronounced as a word. */
function addressWords(address: string, after: string): string {
  const parts = address.match(/[\p{L}\d]+|[^\p{L}\d]/gu) ?? [];
  return parts
    .map((part, index) => {
      const isLast = index === parts.length - 1;
      const isEnding = isLast && /^(?!co$|me$)\p{L}{2}$/iu.test(part) && parts[index - 1] === '.';
      return isEnding ? spelled(part, after) : signName(part);
    })
    .join(' ');
}
