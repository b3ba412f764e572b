/** Writes docs/api/ anew from the code. Tests of the two packages hold the files equal to what is made here. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '@parlance/http';
import { asyncApiDocument } from '@parlance/websocket';

const folder = join(import.meta.dirname, '..', 'docs', 'api');
const documents = { 'openapi.json': openApiDocument(), 'asyncapi.json': asyncApiDocument() };

mkdirSync(folder, { recursive: true });
for (const [name, document] of Object.entries(documents)) {
  writeFileSync(join(folder, name), `${JSON.stringify(document, null, 2)}\n`);
  console.log(`docs/api/${name} written`);
}
