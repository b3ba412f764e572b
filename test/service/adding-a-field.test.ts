import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = `${import.meta.dirname}/../..`;
const FIELD = /emphasisIntensity|emphasis_intensity/;
/** Where requests are taken, kept and handed on. What uses the field stands elsewhere: engines, clients, SSML's own emphasis. */
const PASSED_THROUGH = [
  'packages/{http,openai,runtime,cli,storage,storage-sql,websocket}/src/**/*.ts',
  'packages/core/src/{requests,service,engine,transcription,speech-stream}/**/*.ts',
  'packages/core/src/synthesis/**/*.ts',
];
/** Not passing it on, but doing something with it: the rule that only some voices have it, and SSML's `<emphasis>`. */
const USES = [
  'packages/core/src/engine/voice.ts',
  'packages/core/src/synthesis/speech/speech-units.ts',
  'packages/core/src/synthesis/speech/plan-script.ts',
];

function listed(): readonly string[] {
  const page = readFileSync(`${root}/docs/architecture.md`, 'utf8');
  const [, section = ''] = /^## Adding a field$(.*?)^## /ms.exec(page) ?? [];
  return [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, file = '']) => file);
}

it('finds a field of synthesis in the files that the page lists, six at most, and in no other', () => {
  expect(listed().length).toBeGreaterThan(0);
  expect(listed().length).toBeLessThanOrEqual(6);
  const naming = globSync(PASSED_THROUGH, { cwd: root })
    .filter((file) => !file.endsWith('.test.ts') && FIELD.test(readFileSync(`${root}/${file}`, 'utf8')))
    .filter((file) => !USES.includes(file));
  // The step that adds a column lies in the folder of steps; the first ones lie together in the list of all steps.
  const steps = listed().find((file) => file.endsWith('/')) ?? 'none';
  const isListed = (file: string): boolean =>
    listed().includes(file) ||
    file.startsWith(steps) ||
    file === 'packages/storage-sql/src/migration/migrations.ts';
  expect(naming.filter((file) => !isListed(file))).toEqual([]);
  expect(listed().filter((file) => file !== steps && !naming.includes(file))).toEqual([]);
});
