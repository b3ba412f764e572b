/** Writes the tables of docs/voices.md from the voices and models there are. A test holds the file equal. */
import { writeFileSync } from 'node:fs';
import { VOICES_DOCUMENT, voicesDocument } from './voices-document.ts';

writeFileSync(VOICES_DOCUMENT, await voicesDocument());
console.log('docs/voices.md written');
