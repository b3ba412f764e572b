import { type ModelAdmin, SpeechError } from '@parlance/core';

/** @throws SpeechError `INTERNAL` */
export function modelsOf(admin: { readonly models?: ModelAdmin } | undefined): ModelAdmin {
  if (admin?.models !== undefined) return admin.models;
  throw new SpeechError('INTERNAL', 'The service has no administration of models.');
}
