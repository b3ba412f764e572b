import { defaultPlugins, ESPEAK_PLUGIN } from '@parlance/runtime';
import type { Check } from './check.ts';

/** Whether nearly every language has a voice. The package for it is under the GPL and installed by choice. */
export const checkLanguages: Check = async ({ plugins }) => {
  const subject = 'languages';
  const names = (plugins ?? defaultPlugins()).map((plugin) =>
    typeof plugin === 'string' ? plugin : plugin.module,
  );
  if (names.includes(ESPEAK_PLUGIN)) {
    return {
      subject,
      state: 'good',
      finding: 'eSpeak NG is there, with voices for 50 of the 53 language codes.',
    };
  }
  const remedy =
    plugins === undefined
      ? `For nearly every language (GPL-3.0-or-later): npm install ${ESPEAK_PLUGIN}`
      : `For nearly every language (GPL-3.0-or-later): npm install ${ESPEAK_PLUGIN}, and name it in plugins.`;
  return {
    subject,
    state: 'optional',
    finding: 'Only the languages of the installed plugins and models have voices.',
    remedy,
  };
};
