import { createModelStore, DEFAULT_MODEL_IDS } from '@parlance/models';
import type { Check } from './check.ts';
import { NOT_NEEDED, needsSherpa } from './needs-sherpa.ts';

export const checkModels: Check = async ({ modelsDir, plugins }) => {
  if (!needsSherpa(plugins)) return { subject: 'models', state: 'good', finding: NOT_NEEDED };
  const store = createModelStore(modelsDir === undefined ? {} : { directory: modelsDir });
  const installed = (await store.list()).filter((model) => model.isInstalled).map(({ entry }) => entry.id);
  const missing = DEFAULT_MODEL_IDS.filter((id) => !installed.includes(id));
  if (missing.length === 0) {
    return {
      subject: 'models',
      state: 'good',
      finding: `${installed.length} installed in ${store.directory}.`,
    };
  }
  return {
    subject: 'models',
    state: 'bad',
    finding: `Missing in ${store.directory}: ${missing.join(', ')}.`,
    remedy: `parlance models pull ${missing.join(' ')}`,
  };
};
