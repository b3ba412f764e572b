import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddonConfig } from '../families/family.ts';

/**
 * Options of onnxruntime's sessions, as the addon reads them from a file. Without memory patterns a run takes what it needs as it
 * goes, in place of one block for each length of input that ever came: three units at once took a third less memory, and no more time.
 */
const SESSION_OPTIONS = 'EnableMemPattern=0\n';
/** Members of a configuration that name the provider. */
const MODELS = ['model', 'modelConfig'] as const;

/** Loads a model with our session options; with the addon's own where no temporary file can be written. */
export async function withSessionOptions<Model>(
  config: AddonConfig,
  load: (config: AddonConfig) => Promise<Model>,
): Promise<Model> {
  const path = join(tmpdir(), `parlance-session-${randomUUID()}.conf`);
  try {
    await writeFile(path, SESSION_OPTIONS, { mode: 0o600 });
  } catch {
    return load(config);
  }
  try {
    return await load(tuned(config, `cpu:${path}`));
  } finally {
    await rm(path, { force: true });
  }
}

function tuned(config: AddonConfig, provider: string): AddonConfig {
  const changed = MODELS.flatMap((name) => {
    const model = config[name];
    return typeof model === 'object' && model !== null ? [[name, { ...model, provider }] as const] : [];
  });
  return { ...config, ...Object.fromEntries(changed) };
}
