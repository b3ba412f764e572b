import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Voice } from '@parlance/core/engine';
import { LANGUAGE_CODES, type LanguageCode } from '@parlance/core/text';
import { CATALOGUE } from '@parlance/models';
import { createSpeech, defaultPlugins } from '@parlance/runtime';

export const VOICES_DOCUMENT = join(import.meta.dirname, '..', 'docs', 'voices.md');
const BEGIN = '<!-- made by .ci/write-voices.ts: do not write here -->';
const END = '<!-- end of what is made -->';

/** Models that serve what no voice of ours does, or would not serve well. All of them run on sherpa-onnx. */
const FOREIGN_MODELS: Partial<Record<LanguageCode, string>> = {
  'fil-PH': '`facebook/mms-tts-tgl` (VITS; CC-BY-NC-4.0: not for commercial use)',
  'ja-JP': 'Supertonic 3 (see its licence)',
  'th-TH': '`facebook/mms-tts-tha` (VITS; CC-BY-NC-4.0: not for commercial use)',
};

/** @returns docs/voices.md as it should be: what people wrote, with the tables made of the catalogue */
export async function voicesDocument(): Promise<string> {
  const text = readFileSync(VOICES_DOCUMENT, 'utf8');
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin === -1 || end === -1) throw new Error('docs/voices.md has lost the marks of its tables');
  return `${text.slice(0, begin)}${BEGIN}\n\n${await tables()}\n\n${text.slice(end)}`;
}

async function tables(): Promise<string> {
  // What happens to be installed on this machine is not what everybody has.
  const noModels = { directory: join(import.meta.dirname, 'no-models'), offline: true };
  await using speech = await createSpeech({ plugins: defaultPlugins(), models: noModels });
  const voices = await speech.voices();
  const models = CATALOGUE.filter(({ kind, languages }) => kind === 'synthesis' && languages.length > 0);
  const byLanguage = [...LANGUAGE_CODES].sort().map((code) => [
    `\`${code}\``,
    voices
      .filter(({ languageCode }) => languageCode === code)
      .map(voiceCell)
      .join(', ') || 'none',
    [
      ...models.filter(({ languages }) => languages.includes(code)).map(({ id }) => `\`${id}\``),
      ...(FOREIGN_MODELS[code] === undefined ? [] : [FOREIGN_MODELS[code]]),
    ].join(', '),
  ]);
  const licences = [...Map.groupBy(voices, ({ engine }) => engine)].map(([engine, own]) => [
    `\`${engine}\``,
    String(own.length),
    [...new Set(own.map(({ licence }) => licence))].join(', '),
    [...new Set(own.map(({ nativeRateHz }) => `${nativeRateHz} Hz`))].join(', '),
    own.every(({ supportsEmphasis }) => supportsEmphasis) ? 'yes' : emphasisOf(own),
  ]);
  const pulled = models.map(({ id, title, voices: own = [], licence, licenceNotice = '' }) => [
    `\`${id}\``,
    title,
    own.map(({ code }) => `\`${code}\``).join(', '),
    licence,
    licenceNotice,
  ]);
  return [
    '## By language',
    table(['Language', 'Voices at once', 'Models to add'], byLanguage),
    '## By engine',
    table(['Engine', 'Voices', 'Licence', 'Rate', 'Emphasis'], licences),
    '## Models to add',
    table(['Model', 'What', 'Voices', 'Licence', ''], pulled),
  ].join('\n\n');
}

function voiceCell({ code, engine, name }: Voice): string {
  return engine === 'espeak-ng' ? `\`${code}\` (${name.replace('eSpeak ', '')})` : `\`${code}\``;
}

function emphasisOf(voices: readonly Voice[]): string {
  const without = voices.filter(({ supportsEmphasis }) => !supportsEmphasis);
  return without.length === voices.length ? 'no' : `all but ${without.map(({ code }) => code).join(', ')}`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}
