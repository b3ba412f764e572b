import { CATALOGUE, type CatalogueEntry } from '@parlance/models';

/** The catalogue entry of a model; `undefined` for an operator's own model. */
export function knownModel(modelId: string): CatalogueEntry | undefined {
  return CATALOGUE.find(({ id }) => id === modelId);
}

/** @returns an SPDX identifier */
export function licenceOf(modelId: string): string {
  return knownModel(modelId)?.licence ?? 'LicenseRef-unknown';
}
