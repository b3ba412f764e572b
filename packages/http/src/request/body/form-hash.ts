import { createHash, type Hash } from 'node:crypto';
import { hashOf } from '../../kit/idempotency.ts';
import type { FormPart } from './upload.ts';

/** Hashes a form part by part, so that no file has to be kept. */
export interface FormHash {
  add(part: FormPart): void;
  /** @returns hexadecimal SHA-256 of everything in the form, independent of the order of parts */
  digest(fields: Readonly<Record<string, string>>): string;
}

export function createFormHash(): FormHash {
  const others: Hash[] = [];
  let file: Hash | undefined;
  return {
    add(part) {
      if (part.type === 'file-start') file = createHash('sha256');
      if (part.type === 'file-piece') file?.update(part.bytes);
      // JSON marks its own end, so a name cannot be confused with the bytes that follow.
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
