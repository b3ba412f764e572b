import { stat } from 'node:fs/promises';
import type { ModelAdmin } from '@parlance/core/service';
import type { ServerSettings } from '@parlance/core/settings';
import { createSpeech } from '@parlance/runtime';
import { speechOptionsOf } from '../settings/speech-options.ts';
import { modelsOf } from './models-of.ts';
import { withServiceAdmin } from './with-service-admin.ts';

/**
 * Works on the models of the server that runs, else of the data folder. Where there is neither, the model folder is all there is, and no data
 * folder is made for it.
 *
 * @param options.isKept whether what is done must be recorded: then a data folder is made
 */
export async function withServiceModels<Result>(
  settings: ServerSettings,
  work: (models: ModelAdmin) => Promise<Result>,
  { isKept = false }: { readonly isKept?: boolean } = {},
): Promise<Result> {
  if (isKept || settings.databaseUrl !== undefined || (await isThere(settings.dataDir)))
    return withServiceAdmin(settings, ({ models }) => work(models), { hasModels: true });
  await using speech = await createSpeech({ ...(await speechOptionsOf(settings)), roles: [] });
  return work(modelsOf(speech.service.admin));
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
