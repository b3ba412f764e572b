import { defaultPlugins, ESPEAK_PLUGIN } from '@parlance/runtime';
import type { Check } from './check.ts';

/** Checks whether nearly every language has a voice. The plugin for this is licensed under the GPL, so it is not installed by default. */
export const checkLanguages: Check = async ({ plugins }) => {
  const subject = 'languages';
  const names = (plugins ?? defaultPlugins()).map((plugin) =>
    typeof plugin === 'string' ? plugin : plugin.module,
  );
  if (names.includes(ESPEAK_PLUGIN)) {
    return {
      subject,
      state: 'good',
      finding: 'eSpeak NG is installed, with voices for 50 of the 53 language codes.',
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
