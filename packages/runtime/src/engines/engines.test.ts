import { SpeechError } from '@parlance/core/errors';
import {
  fakePlugin,
  fakePluginContext,
  fakeRecognitionEngine,
  fakeSynthesisEngine,
  fakeVoiceActivityDetector,
} from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { chooseRecognizer } from './choose-recognizer.ts';
import { createEngines } from './engines.ts';

const recognizers = (languages: Readonly<Record<string, readonly string[]>>) =>
  createEngines(
    [
      fakePlugin({
        recognition: Object.entries(languages).map(([id, known]) =>
          fakeRecognitionEngine({ id, capabilities: { languages: known } }),
        ),
        voiceActivity: fakeVoiceActivityDetector(),
      }),
    ],
    fakePluginContext(),
  );

describe('recognizers are chosen by language', () => {
  it.each([
    [undefined, 'english'],
    ['en', 'english'],
    ['en-GB', 'english'],
    ['de-AT', 'german'],
    ['fr-FR', 'any'],
  ])('%s is recognized by %s', async (language, id) => {
    const engines = await recognizers({ english: ['en'], german: ['de', 'nl'], any: ['*'] });
    expect(chooseRecognizer(engines, { language }).engine.id).toBe(id);
  });

  it('lists the supported languages if another one is requested', async () => {
    const engines = await recognizers({ english: ['en'], german: ['de', 'nl'] });
    const error = (() => {
      try {
        return chooseRecognizer(engines, { language: 'ja-JP' });
      } catch (reason) {
        return SpeechError.from(reason);
      }
    })();
    expect(error).toMatchObject({
      code: 'LANGUAGE_NOT_SUPPORTED',
      message: expect.stringContaining('the languages are en, de, nl.'),
    });
  });
});

it('two engines cannot have the same id', async () => {
  const twin = () => fakeSynthesisEngine({ id: 'twin' });
  const plugins = [
    fakePlugin({ id: 'a', synthesis: [twin()] }),
    fakePlugin({ id: 'b', synthesis: [twin()] }),
  ];
  await expect(createEngines(plugins, fakePluginContext())).rejects.toMatchObject({
    code: 'INVALID_CONFIG',
    message: 'plugins: two engines have the id twin.',
  });
});
