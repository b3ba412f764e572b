import type { App } from '@parlance/core/accounts';
import { parseInput } from '@parlance/core/input';
import { systemClock } from '@parlance/core/platform';
import { batchSynthesisInput, liveSynthesisInput } from '@parlance/core/synthesis';
import { voiceQueryInput } from '@parlance/core/voices';
import { fakePlugin, fakeSynthesisEngine, fakeVoice } from '@parlance/testkit';
import { expect, it } from 'vitest';
import { createSpeech, type Speech } from '../src/index.ts';
import { createMemoryStorage } from '../src/storage/memory-storage.ts';
import { speechWithFakes } from './speech-with-fakes.ts';

const query = parseInput(voiceQueryInput, { voice_ownership: 'PERSONAL' });

it('assigns a voice to an app: only that app lists and finds it', async () => {
  const engine = fakeSynthesisEngine();
  const code = engine.voices[0]?.code ?? '';
  await using speech = await createSpeech({
    plugins: [fakePlugin({ synthesis: [engine] })],
    personalVoices: { [code]: 'owner' },
  });
  const listedTo = async (appId: string | undefined) =>
    (await speech.service.listVoices(query, appId)).voices.map((voice) => voice.code);
  expect(await listedTo('owner')).toEqual([code]);
  expect(await listedTo('other')).toEqual([]);
  expect(await listedTo(undefined)).toEqual([]);
  expect((await speech.voices()).map((voice) => voice.code)).not.toContain(code);
  await expect(speech.service.renderDemo?.(code)).rejects.toMatchObject({ code: 'VOICE_NOT_FOUND' });
  expect(() => speech.speak('Hello.', { voiceCode: code })).toThrow('does not exist');
});

it('lets only its app speak with it, by every kind of call', async () => {
  const engine = fakeSynthesisEngine();
  const [voiceCode = ''] = engine.voices.map(({ code }) => code);
  await using speech = await createSpeech({
    plugins: [fakePlugin({ synthesis: [engine] })],
    personalVoices: { [voiceCode]: 'owner' },
  });
  const { service } = speech;
  const { app: other } = await service.createApp({ name: 'Other' });
  const stream = (app: App) =>
    service.synthesizeStream({ text: 'Hello.', voiceCode, speed: 1, container: 'pcm' }, app);
  const live = (app: App) =>
    service.synthesizeLive(
      parseInput(liveSynthesisInput, { voiceCode, text: 'Hello.', outputFormat: 'pcm' }),
      app,
    );
  const job = (app: App) =>
    service.submitSynthesis(
      parseInput(batchSynthesisInput, {
        voiceCode,
        text: 'Hello.',
        webhookUrl: 'https://example.com/hook',
      }),
      app,
    );
  for (const way of [stream, live, job])
    await expect(way(other)).rejects.toMatchObject({ code: 'VOICE_NOT_FOUND' });
  expect(engine.calls).toEqual([]);
  const { audio } = await stream({ ...other, appId: 'owner' });
  const pieces = await Array.fromAsync(audio);
  expect(pieces.length).toBeGreaterThan(0);
});

it('refuses to start with an owned voice that no plugin has', async () => {
  const plugins = [fakePlugin({ synthesis: [fakeSynthesisEngine()] })];
  await expect(createSpeech({ plugins, personalVoices: { nobody: 'owner' } })).rejects.toThrow(
    'personalVoices names nobody',
  );
});

it('does not list it to other apps among the voices of a mode', async () => {
  const { speech } = await speechWithFakes({ speech: { personalVoices: { one: 'owner' } } });
  const { app } = await speech.service.createApp({ name: 'Other' });
  const input = parseInput(liveSynthesisInput, { voiceCode: 'six', text: 'Hello.', outputFormat: 'pcm' });
  const choicesOf = async (appId: string): Promise<string | undefined> => {
    const refusal = await speech.service
      .synthesizeLive(input, { ...app, appId })
      .catch((error: unknown) => error);
    return /its voices are (.*)\.$/.exec(String(refusal))?.[1];
  };
  expect(await choicesOf('owner')).toBe('one, two, three, four, five');
  expect(await choicesOf(app.appId)).toBe('two, three, four, five');
  await speech.close();
});

it('assigns a voice to an app at run time, permanently, and to all apps again', async () => {
  const storage = createMemoryStorage({ clock: systemClock, onError: () => undefined });
  const [code, kept] = ['given', 'kept'];
  const engine = fakeSynthesisEngine({ voices: [fakeVoice({ code }), fakeVoice({ code: kept })] });
  const start = () =>
    createSpeech({ plugins: [fakePlugin({ synthesis: [engine] })], storage, defaultVoice: kept });
  const ownersOf = async (speech: Speech, appIds: readonly string[]) => {
    const lists = await Promise.all(appIds.map((appId) => speech.service.listVoices(query, appId)));
    return lists.map(({ voices }) => voices.map((voice) => voice.code));
  };
  const by = { actor: 'token', sessionId: null, address: null } as const;

  await using first = await start();
  const { admin } = first.service;
  if (admin === undefined) throw new Error('no administration');
  const owner = (await first.service.createApp({ name: 'Owner' })).app.appId;
  const apps = [owner, 'other'];
  await expect(admin.giveVoice(code, 'nobody', by)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(admin.giveVoice('no-voice', owner, by)).rejects.toMatchObject({ code: 'VOICE_NOT_FOUND' });
  await expect(admin.giveVoice(kept, owner, by)).rejects.toThrow('is the default');
  expect(await ownersOf(first, apps)).toEqual([[], []]);

  expect(await admin.giveVoice(code, owner, by)).toMatchObject({ ownership: 'PERSONAL', ownerAppId: owner });
  expect(await ownersOf(first, apps)).toEqual([[code], []]);
  expect(() => first.speak('Hello.', { voiceCode: code })).toThrow('does not exist');
  await using second = await start();
  expect(await ownersOf(second, apps)).toEqual([[code], []]);

  expect((await admin.giveVoice(code, null, by)).ownership).toBe('SERVICE');
  expect(await ownersOf(first, apps)).toEqual([[], []]);
  // The other service sees it at its next refresh.
  await expect.poll(async () => await ownersOf(second, apps)).toEqual([[], []]);
  const { items } = await admin.listActions({ limit: 9 });
  expect(items.map(({ action, target }) => [action, target])).toEqual([
    ['voice-share', code],
    ['voice-give', code],
  ]);
});

it('refuses to reassign a voice whose app the settings name', async () => {
  const engine = fakeSynthesisEngine();
  const code = engine.voices[0]?.code ?? '';
  await using speech = await createSpeech({
    plugins: [fakePlugin({ synthesis: [engine] })],
    personalVoices: { [code]: 'owner' },
  });
  await expect(speech.service.admin?.giveVoice(code, null)).rejects.toThrow('personalVoices');
});
