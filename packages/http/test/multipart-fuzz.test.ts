import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CREDENTIALS } from './support/fake-service.ts';
import { BOUNDARY, FILE_HEAD, FORM_END, fieldPart, fileHead, MULTIPART, NO_FILE } from './support/forms.ts';
import { startServer } from './support/test-server.ts';

/** 5000 and more before a release. */
const RUNS = Number(process.env.PARLANCE_FUZZ_BODIES ?? 400);
const TIMEOUT_MS = 30_000 + RUNS * 20;

const FORMS = [
  `${fieldPart('mode', 'sync')}${FILE_HEAD}RIFF${'x'.repeat(200)}${FORM_END}`,
  `${FILE_HEAD}RIFF${'x'.repeat(200)}\r\n${fieldPart('mode', 'async')}${FORM_END.slice(2)}`,
  `${fieldPart('mode', 'async')}${fieldPart('webhookUrl', 'http://a.example/')}${FILE_HEAD}${FORM_END}`,
  `${fieldPart('audioUrl', 'http://a.example/b.wav')}${fieldPart('mode', 'sync')}${FORM_END.slice(2)}`,
  `${fileHead('logo', 'x.png', 'image/png')}PNG\r\n${fieldPart('note', 'x'.repeat(100))}${NO_FILE}${FILE_HEAD}RIFF\r\n${fieldPart('mode', 'async')}${FORM_END.slice(2)}`,
].map((text) => Buffer.from(text, 'latin1'));

const TOKENS = [
  '\r\n',
  '\r\n\r\n',
  `--${BOUNDARY}`,
  '--',
  '\0',
  '"',
  'Content-Disposition: ',
  '; filename="',
];

/** What happens to a form on its way to being none. */
const mutation = fc.oneof(
  fc.record({ type: fc.constant('cut' as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({
    type: fc.constant('splice' as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.nat(40),
    insert: fc.oneof(
      fc.constantFrom(...TOKENS).map((token) => Buffer.from(token, 'latin1')),
      fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    ),
  }),
  fc.record({
    type: fc.constant('repeat' as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    count: fc.nat(300),
  }),
);

type Mutation = typeof mutation extends fc.Arbitrary<infer Change> ? Change : never;

function mutate(form: Buffer, change: Mutation): Buffer {
  const at = Math.floor(change.at * form.byteLength);
  switch (change.type) {
    case 'cut':
      return form.subarray(0, at);
    case 'splice':
      return Buffer.concat([form.subarray(0, at), change.insert, form.subarray(at + change.remove)]);
    case 'repeat':
      return Buffer.concat([form.subarray(0, at), form.subarray(Math.max(0, at - change.count))]);
  }
}

it(
  `answers ${RUNS} mutilated forms with 200 or 400, and each frees its place`,
  async () => {
    const { url } = await startServer();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...FORMS),
        fc.array(mutation, { minLength: 1, maxLength: 4 }),
        async (form, changes) => {
          const body = changes.reduce(mutate, form);
          const response = await fetch(`${url}/v1/stt`, {
            method: 'POST',
            headers: MULTIPART,
            body: body.slice(),
          });
          const answer = (await response.json()) as { readonly error?: { readonly code: string } };
          expect(answer.error?.code).toBe(response.status === 200 ? undefined : 'BAD_REQUEST');
          expect([200, 400]).toContain(response.status);
        },
      ),
      { numRuns: RUNS },
    );
    const metrics = await (await fetch(`${url}/metrics`, { headers: CREDENTIALS })).text();
    expect(metrics).toMatch(/^parlance_uploads 0$/m);
  },
  TIMEOUT_MS,
);
