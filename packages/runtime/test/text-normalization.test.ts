import { fakeVoice } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { speechWithFakes } from './speech-with-fakes.ts';

const TEXT = 'It costs $42. Dr. Lee pays 5 dollars.';

describe('text normalization', () => {
  it('passes the words to engines, and whole numbers unchanged', async () => {
    const { speech, speaker } = await speechWithFakes();
    await speech.speak(TEXT).file();
    expect(speaker.calls.map(({ input }) => input.text)).toEqual([
      'It costs forty-two dollars.',
      'Doctor Lee pays 5 dollars.',
    ]);
    await speech.close();
  });

  it('does the same with text that is still being written', async () => {
    const { speech, speaker } = await speechWithFakes();
    async function* pieces() {
      yield* ['It costs $', '4', '2. Dr', '. Lee pays', ' 5 dollars.'];
    }
    await speech.speak(pieces()).file();
    expect(speaker.calls.map(({ input }) => input.text).join(' ')).toBe(
      'It costs forty-two dollars. Doctor Lee pays 5 dollars.',
    );
    await speech.close();
  });

  it('can be turned off by the setting', async () => {
    const { speech, speaker } = await speechWithFakes({ speech: { textNormalization: false } });
    await speech.speak(TEXT).file();
    expect(speaker.calls.map(({ input }) => input.text).join(' ')).toBe(TEXT);
    await speech.close();
  });

  it('leaves text unchanged for an engine that normalizes it itself', async () => {
    const { speech, speaker } = await speechWithFakes({
      synthesis: { voices: [fakeVoice({ code: 'one' })], capabilities: { normalizesText: true } },
      speech: { realtimeVoices: 'all' },
    });
    await speech.speak(TEXT).file();
    expect(speaker.calls.map(({ input }) => input.text).join(' ')).toBe(TEXT);
    await speech.close();
  });

  it('never passes an engine more than its limit', async () => {
    const { speech, speaker } = await speechWithFakes({
      synthesis: { voices: [fakeVoice({ code: 'one' })], capabilities: { maxUnitChars: 40 } },
      speech: { realtimeVoices: 'all' },
    });
    await speech.speak('They paid $1,234,567.89.').file();
    const texts = speaker.calls.map(({ input }) => input.text);
    expect(texts.every((text) => text.length <= 40)).toBe(true);
    expect(texts.join(' ')).toBe(
      'They paid one million two hundred thirty-four thousand five hundred sixty-seven dollars and eighty-nine cents.',
    );
    await speech.close();
  });

  it('counts and charges what the caller wrote', async () => {
    const { speech } = await speechWithFakes();
    const { app } = await speech.service.createApp({ name: 'writer', credits: '1000' });
    const spoken = await speech.service.synthesizeLive(
      { text: TEXT, voiceCode: 'one', outputFormat: 'wav', speed: 1 },
      app,
    );
    for await (const _piece of spoken.audio);
    expect(spoken.characters).toBe(TEXT.length);
    await speech.close();
  });
});
