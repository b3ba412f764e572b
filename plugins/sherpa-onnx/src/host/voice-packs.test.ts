import type { VoicePack } from '@parlance/core/engine';
import { fakePluginContext } from '@parlance/testkit';
import { expect, it } from 'vitest';
import { openVoicePacks } from './voice-packs.ts';

const pack: VoicePack = {
  version: 1,
  directory: '/packs/ann',
  licence: 'CC0-1.0',
  ownership: 'PERSONAL',
  ownerAppId: 'app-1',
  family: 'vits-piper',
  files: { model: '/packs/ann/model.onnx', tokens: '/packs/ann/tokens.txt' },
  nativeRateHz: 22_050,
  voices: [
    { code: 'ann', name: 'Ann', gender: 'female', languageCode: 'en-GB', speakerId: 0, creditFactor: '2' },
    { code: 'bea', name: 'Bea', gender: 'female', languageCode: 'en-GB', speakerId: 1, creditFactor: '1' },
  ],
};

const models = {
  ensure: async (id: string) => ({
    id,
    directory: `/models/${id}`,
    licence: 'GPL-3.0-or-later',
    files: { espeakData: '/data' },
  }),
};
const open = (one: VoicePack) => openVoicePacks({ ...fakePluginContext(), models, voicePacks: [one] });

it("gives a pack's voices its licence and its owner", () => {
  const [opened] = open(pack);
  expect(opened?.voices.map(({ code, speakerId }) => [code, speakerId])).toEqual([
    ['ann', 0],
    ['bea', 1],
  ]);
  expect(opened?.voices[0]).toMatchObject({ ownership: 'PERSONAL', ownerAppId: 'app-1', licence: 'CC0-1.0' });
});

it("has the pack's files for its own model, with the shared data where it brings none, and others from the service", async () => {
  const [opened] = open(pack);
  const model = await opened?.models.ensure('pack/ann');
  expect(model).toMatchObject({ licence: 'CC0-1.0', files: { ...pack.files, espeakData: '/data' } });
  expect(await opened?.models.ensure('silero-vad')).toMatchObject({ directory: '/models/silero-vad' });
  const [whole] = open({ ...pack, files: { ...pack.files, espeakData: '/packs/ann/espeak' } });
  expect((await whole?.models.ensure('pack/ann'))?.files.espeakData).toBe('/packs/ann/espeak');
});

it('refuses a pack without a file that its family needs, and leaves other families to other plugins', () => {
  expect(() => open({ ...pack, files: { model: '/packs/ann/model.onnx' } })).toThrow(
    '/packs/ann: files has no tokens, which vits-piper needs.',
  );
  expect(open({ ...pack, family: 'gramophone' })).toEqual([]);
});
