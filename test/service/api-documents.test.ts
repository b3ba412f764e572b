import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { apiDocuments } from '../../.ci/api-documents.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'api');

it.each(Object.entries(apiDocuments()))(
  'finds %s in docs/api as it is made; npm run documents writes it',
  (name, document) => {
    const committed: unknown = JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
    expect(committed).toEqual(JSON.parse(JSON.stringify(document)));
  },
);
