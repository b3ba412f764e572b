import { SpeechError } from '@parlance/core/errors';
import type { ModelAdmin } from '@parlance/core/service';

/** @throws SpeechError `INTERNAL` */
export function modelsOf(admin: { readonly models?: ModelAdmin } | undefined): ModelAdmin {
  if (admin?.models !== undefined) return admin.models;
  throw new SpeechError('INTERNAL', 'The service has no administration of models.');
}
