import { createRequire } from 'node:module';
import type { AddonConfig } from '../families/family.ts';

/**
 * Options of onnxruntime's sessions, which the addon reads only from a file. Without memory patterns a run allocates what it needs,
 * instead of keeping one block for each length of input: three units at once took a third less memory, and no more time.
 */
const SESSION_OPTIONS = '@parlance/plugin-sherpa-onnx/session-options.conf';
/** Members of a configuration that have a provider. */
const MODELS = ['model', 'modelConfig'] as const;

/** @returns the configuration with our session options; unchanged if the file is missing, with which the addon would end the process */
export function withSessionOptions(config: AddonConfig): AddonConfig {
  const path = findOptions();
  return path === undefined ? config : withProvider(config, `cpu:${path}`);
}

function findOptions(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(SESSION_OPTIONS);
  } catch {
    return undefined;
  }
}

function withProvider(config: AddonConfig, provider: string): AddonConfig {
  const changed = MODELS.flatMap((name) => {
    const model = config[name];
    return typeof model === 'object' && model !== null ? [[name, { ...model, provider }] as const] : [];
  });
  return { ...config, ...Object.fromEntries(changed) };
}
