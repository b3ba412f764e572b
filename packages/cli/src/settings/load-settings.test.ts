import { SETTING_VARIABLES, serverSettings } from '@parlance/core/settings';
import { expect, it } from 'vitest';
import { loadSettings } from './load-settings.ts';

const defaults: Readonly<Record<string, unknown>> = serverSettings.parse({});
/** The variables of settings that are numbers, with the name and the default of each setting. */
const numbers = Object.entries(SETTING_VARIABLES).flatMap(([variable, setting]) => {
  const value = defaults[setting];
  return typeof value === 'number' ? [[variable, setting, value] as const] : [];
});

it.each(numbers)('reads %s as a number', async (variable, setting, value) => {
  const environment = { [variable]: String(value) };
  const settings: Readonly<Record<string, unknown>> = await loadSettings({ environment });
  expect(settings[setting]).toBe(value);
});
