import { CATALOGUE, type CatalogueEntry } from '@parlance/models';

/** What the catalogue says of a model; `undefined` for one of the operator's own. */
export function knownModel(modelId: string): CatalogueEntry | undefined {
  return CATALOGUE.find(({ id }) => id === modelId);
}

/** @returns an SPDX identifier */
export function licenceOf(modelId: string): string {
  return knownModel(modelId)?.licence ?? 'LicenseRef-unknown';
}
