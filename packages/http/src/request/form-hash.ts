import { createHash, type Hash } from 'node:crypto';
import { hashOf } from '../kit/idempotency.ts';
import type { FormPart } from './upload.ts';

/** Of a form whose parts come one after another, so that no file need be kept for it. */
export interface FormHash {
  add(part: FormPart): void;
  /** @returns hex SHA-256 of everything in the form, the same however its parts are ordered */
  digest(fields: Readonly<Record<string, string>>): string;
}

export function createFormHash(): FormHash {
  const others: Hash[] = [];
  let file: Hash | undefined;
  return {
    add(part) {
      if (part.type === 'file-start') file = createHash('sha256');
      if (part.type === 'file-piece') file?.update(part.bytes);
      // JSON has an end of its own: no name runs over into the bytes.
      if (part.type === 'other-start') others.push(createHash('sha256').update(JSON.stringify([part.name])));
      if (part.type === 'other-piece') others.at(-1)?.update(part.bytes);
    },
    digest: (fields) =>
      hashOf({
        fields,
        file: file === undefined ? null : hexOf(file),
        ...(others.length > 0 && { others: others.map(hexOf).sort() }),
      }),
  };
}

function hexOf(hash: Hash): string {
  return hash.copy().digest('hex');
}
