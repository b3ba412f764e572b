import { request } from 'node:http';
import type { AdminActor } from '@parlance/core/administration';
import { SpeechError } from '@parlance/core/errors';
import type { ManagedVoicePack, VoicePackAdmin } from '@parlance/core/service';
import { expect, it } from 'vitest';
import { ADMIN, startAdmin } from './support/admin.ts';
import { fakeAdmin } from './support/fake-admin.ts';

const PACK: ManagedVoicePack = {
  packId: 'pack-1',
  addedAt: '2026-11-21T00:00:00.000Z',
  family: 'vits-piper',
  licence: 'CC0-1.0',
  ownership: 'PERSONAL',
  ownerAppId: 'app-1',
  voices: [{ code: 'ann', name: 'Ann', languageCode: 'en-GB' }],
  sizeBytes: 3,
  isInUse: true,
  error: null,
  usedAs: [],
};
const OPERATOR: AdminActor = { actor: 'token', sessionId: null, address: '127.0.0.1' };

async function start(script: Partial<VoicePackAdmin> = {}) {
  const notScripted = (): never => {
    throw new SpeechError('INTERNAL', 'not scripted');
  };
  const voicePacks = { list: notScripted, add: notScripted, remove: notScripted, ...script };
  const server = await startAdmin(fakeAdmin({ voicePacks }));
  const url = `${server.url}/admin/v1/voice-packs`;
  const add = (body: FormData | string, query = '') =>
    fetch(url + query, { method: 'POST', headers: ADMIN, body });
  const remove = (path: string) => fetch(`${url}/${path}`, { method: 'DELETE', headers: ADMIN });
  return { url, add, remove };
}

function packForm(files: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [path, text] of Object.entries(files)) form.append('file', new Blob([text]), path);
  return form;
}

it('passes on each file of a form by its path, and the owner of the voices', async () => {
  const came: unknown[] = [];
  const { add } = await start({
    async add(files, { ownerAppId }, by) {
      for await (const { path, content } of files)
        came.push([path, Buffer.concat(await Array.fromAsync(content)).toString()]);
      came.push(ownerAppId, by);
      return PACK;
    },
  });
  const response = await add(
    packForm({ 'p/voice-pack.json': '{}', 'p/words/en': 'hello' }),
    '?ownerAppId=app-1',
  );
  expect([response.status, await response.json()]).toEqual([201, PACK]);
  expect(came).toEqual([['p/voice-pack.json', '{}'], ['p/words/en', 'hello'], 'app-1', OPERATOR]);
});

it.each<[string, () => FormData | string, number, string]>([
  ['no form', () => 'text', 400, 'Content-Type'],
  [
    'a field that is no file',
    () => {
      const form = packForm({ a: 'x' });
      form.append('note', 'text');
      return form;
    },
    400,
    'a field that is no file',
  ],
  [
    'too many files',
    () => packForm(Object.fromEntries(Array.from({ length: 1001 }, (_none, index) => [`f${index}`, '']))),
    400,
    'too many parts: at most 1000',
  ],
])('refuses %s', async (_what, body, status, message) => {
  const { add } = await start({
    async add(files) {
      for await (const { content } of files) for await (const _bytes of content);
      return PACK;
    },
  });
  const response = await add(body());
  expect(response.status).toBe(status);
  expect(await response.text()).toContain(message);
});

it('notifies the service of a client that leaves in the middle of a file', async () => {
  const seen = Promise.withResolvers<void>();
  const failure = Promise.withResolvers<unknown>();
  const { url } = await start({
    async add(files) {
      try {
        for await (const { content } of files) for await (const _bytes of content) seen.resolve();
        failure.resolve('nothing');
      } catch (error) {
        failure.resolve(error);
      }
      return PACK;
    },
  });
  const headers = { ...ADMIN, 'content-type': 'multipart/form-data; boundary=x' };
  const upload = request(url, { method: 'POST', headers });
  upload.on('error', () => undefined);
  upload.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nsome of its bytes');
  await seen.promise;
  upload.destroy();
  expect(await failure.promise).toMatchObject({ code: 'ABORTED' });
});

it('lists packs, removes one, and reports if it is in use', async () => {
  const removed: unknown[] = [];
  const { url, remove } = await start({
    list: async () => [PACK],
    async remove(...call) {
      removed.push(call);
      if (call[1]?.force !== true) throw new SpeechError('VOICE_PACK_CONFLICT', 'It is in use.');
    },
  });
  const list = await fetch(url, { headers: ADMIN });
  expect(await list.json()).toEqual({ voicePacks: [PACK] });
  const refusal = await remove('pack-1');
  expect([refusal.status, await refusal.json()]).toEqual([
    409,
    { error: { code: 'VOICE_PACK_CONFLICT', message: 'It is in use.' } },
  ]);
  expect((await remove('pack-1?force=true')).status).toBe(204);
  expect(removed).toEqual([
    ['pack-1', { force: false }, OPERATOR],
    ['pack-1', { force: true }, OPERATOR],
  ]);
  for (const method of ['GET', 'POST', 'DELETE'])
    expect((await fetch(method === 'DELETE' ? `${url}/pack-1` : url, { method })).status).toBe(401);
});
