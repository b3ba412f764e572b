import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  BOUNDARY,
  FILE_HEAD,
  FORM_END,
  fieldPart,
  fileHead,
  form,
  MULTIPART,
  NO_FILE,
  postForm,
  sha256,
} from './support/forms.ts';
import { upload } from './support/piecewise-upload.ts';
import { openRaw, rawRequest } from './support/raw-client.ts';
import { recorder } from './support/recorder.ts';
import { errorOf, startServer } from './support/test-server.ts';

const WAV = new Uint8Array([82, 73, 70, 70]);
const MB = 1_000_000;
const CLIP = 'http://clips.example/a.wav';
const END = FORM_END.slice(2);
const FILE = `${FILE_HEAD}RIFF\r\n`;
const LOGO_HEAD = fileHead('logo', 'x.png', 'image/png');
const LOGO = `${LOGO_HEAD}PNG\r\n`;

/** @returns what the service was asked for: the bytes of a file, or an address */
async function asked(mode: string, body: string | FormData) {
  const { submitted, live, service } = recorder();
  const { url } = await startServer({ service });
  const headers = body instanceof FormData ? {} : { 'content-type': MULTIPART['content-type'] };
  const response = await fetch(`${url}/v1/stt`, {
    method: 'POST',
    headers: { authorization: MULTIPART.authorization, 'app-id': MULTIPART['app-id'], ...headers },
    body,
  });
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
  if (mode === 'sync') {
    return live.map(({ wav }) =>
      typeof wav === 'string' ? { url: wav } : { sha256: sha256(wav), bytes: wav.length },
    );
  }
  return submitted.map(({ what }) => what);
}

const WAV_ASKED = [{ sha256: sha256(WAV), bytes: 4 }];

describe.each(['sync', 'async'])('a form of mode %s', (mode) => {
  const MODE = fieldPart('mode', mode);
  const notes = (count: number): string =>
    Array.from({ length: count }, (_, index) => fieldPart(`note${index}`, 'x')).join('');

  it.each([
    ['a file behind the recording', MODE + FILE + LOGO],
    ['a file before the recording', LOGO + MODE + FILE],
    ['files before everything, two of a name', LOGO + LOGO + FILE + MODE],
    ['98 fields', MODE + notes(98) + FILE],
    ['a field given twice', fieldPart('tag', 'a') + MODE + FILE + fieldPart('tag', 'b')],
    ['a long field', MODE + fieldPart('note', 'x'.repeat(200_000)) + FILE],
    [
      'JSON that is none',
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="note"\r\nContent-Type: application/json\r\n\r\n{\r\n${MODE}${FILE}`,
    ],
    ['a file input left empty', NO_FILE + MODE + FILE],
  ])('is served in spite of %s', async (_what, parts) => {
    expect(await asked(mode, parts + END)).toEqual(WAV_ASKED);
  });

  it.each([
    ['behind it', { mode, audioContent: WAV, video: randomBytes(12 * MB) }],
    ['before it', { video: randomBytes(12 * MB), audioContent: WAV, mode }],
  ])('is served with a large file %s that is not the recording', async (_where, parts) => {
    expect(await asked(mode, form(parts))).toEqual(WAV_ASKED);
  });

  it.each([
    ['is no address', 'a.wav'],
    ['is too long', `http://a.example/${'x'.repeat(5000)}`],
  ])('may have an audioUrl that %s beside its file', async (_what, audioUrl) => {
    const address = fieldPart('audioUrl', audioUrl);
    expect(await asked(mode, MODE + address + FILE + END)).toEqual(WAV_ASKED);
    expect(await asked(mode, FILE + address + MODE + END)).toEqual(WAV_ASKED);
    expect(await asked(mode, MODE + FILE + address + address + END)).toEqual(WAV_ASKED);
  });

  it('fetches its audioUrl if no file was chosen', async () => {
    const address = fieldPart('audioUrl', CLIP);
    expect(await asked(mode, MODE + NO_FILE + address + END)).toEqual([{ url: CLIP }]);
    expect(await asked(mode, address + NO_FILE + MODE + END)).toEqual([{ url: CLIP }]);
  });

  it('passes on an empty file that has a name', async () => {
    const empty = `${FILE_HEAD}\r\n`;
    const none = [{ sha256: sha256(), bytes: 0 }];
    expect(await asked(mode, MODE + empty + fieldPart('audioUrl', CLIP) + END)).toEqual(none);
  });
});

describe('what POST /v1/stt ignores', () => {
  it('may follow a file that is streamed while it arrives', async () => {
    const wav = randomBytes(12 * MB);
    const parts = {
      mode: 'async',
      audioContent: wav,
      video: randomBytes(3 * MB),
      audioUrl: 'a.wav',
      note: 'x',
    };
    expect(await asked('async', form(parts))).toEqual([{ sha256: sha256(wav), bytes: wav.byteLength }]);
  });

  it('leaves a large file its full size', async () => {
    const wav = Buffer.alloc(100 * MB - 1);
    expect(await asked('async', form({ logo: WAV, mode: 'async', audioContent: wav, note: 'x' }))).toEqual([
      { sha256: sha256(wav), bytes: wav.byteLength },
    ]);
  });

  it.each([
    ['a file of another field', fieldPart('mode', 'async') + LOGO_HEAD],
    ['a text', `--${BOUNDARY}\r\nContent-Disposition: form-data; name="mode"\r\n\r\n`],
    ['a file whose field the parser refuses', fileHead('constructor', 'a.wav')],
    ['a preamble', 'No part yet.'],
  ])('counts: a form with %s of any length is refused while it is being sent', async (_what, head) => {
    const { submitted, service } = recorder();
    const { url } = await startServer({ service });
    const sending = upload(url, { 'content-length': '900000000' });
    await sending.write(head);
    const piece = Buffer.alloc(MB);
    for (let sent = 0; sent < 110; sent++) await sending.write(piece);
    const { status, headers, body } = await sending.answer();
    expect([status, headers.connection, body.error.message]).toEqual([
      400,
      'close',
      'The form must be smaller than 110 MB (110000000 bytes).',
    ]);
    expect(submitted).toEqual([]);
    sending.destroy();
  });

  it('must arrive as fast as the rest', async () => {
    const { port } = await startServer({ uploadFloor: { bytesPerSecond: 1_000_000, windowMs: 200 } });
    const client = await openRaw(port);
    client.socket.write(rawRequest('POST /v1/stt', { ...MULTIPART, 'content-length': '5000000' }));
    client.socket.write(`${fieldPart('mode', 'async')}${FILE}${LOGO_HEAD}PNG`);
    await client.until('The upload came at less than 1000000 bytes a second for 0.2 seconds.');
    expect(client.received()).toMatch(/^HTTP\/1.1 400 [\s\S]*connection: close/i);
    client.socket.destroy();
  });

  it('belongs to the body of an Idempotency-Key, wherever it is', async () => {
    const { submitted, service } = recorder();
    const { url } = await startServer({ service });
    const known = { mode: 'async', audioContent: WAV };
    const logo = new Uint8Array([1, 2]);
    const note = 'x'.repeat(3000);
    for (const parts of [
      { ...known, logo, note },
      { note, ...known, logo },
      { ...known, logo: new Uint8Array([1, 3]), note },
      { ...known, logo, note: `${note}x` },
      { ...known, emblem: logo, note },
      { ...known, note },
      known,
    ]) {
      const response = await postForm(url, form(parts), { 'idempotency-key': 'k' });
      expect([response.status, response.ok || (await errorOf(response))]).toEqual([200, true]);
    }
    const [first, moved, ...others] = submitted.map(({ bodyHash }) => bodyHash);
    expect(moved).toBe(first);
    expect(new Set([first, ...others]).size).toBe(6);
  });
});
