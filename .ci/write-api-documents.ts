/** Writes docs/api/ from the code. A test holds the files equal to what is made here. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiDocuments } from './api-documents.ts';

const folder = join(import.meta.dirname, '..', 'docs', 'api');

mkdirSync(folder, { recursive: true });
for (const [name, document] of Object.entries(apiDocuments())) {
  writeFileSync(join(folder, name), `${JSON.stringify(document, null, 2)}\n`);
  console.log(`docs/api/${name} written`);
}
