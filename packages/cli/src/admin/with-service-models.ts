import { stat } from 'node:fs/promises';
import type { ModelAdmin } from '@parlance/core/service';
import type { ServerSettings } from '@parlance/core/settings';
import { createSpeech } from '@parlance/runtime';
import { speechOptionsOf } from '../settings/speech-options.ts';
import { modelsOf } from './models-of.ts';
import { withServiceAdmin } from './with-service-admin.ts';

/**
 * Works on the models of the running server, else of the data folder. If there is neither, it uses only the model folder and creates no data
 * folder.
 *
 * @param options.isKept whether the work must be recorded; then a missing data folder is created
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
