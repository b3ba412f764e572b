import { decodePcm16 } from '@parlance/core/audio';
import { parseInput } from '@parlance/core/input';
import { batchSynthesisInputOf, liveSynthesisInputOf } from '@parlance/core/synthesis';
import { fakeVoice } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { speechWithFakes } from './speech-with-fakes.ts';

const RATE_HZ = 16_000;
const VOICES = [
  fakeVoice({ code: 'one' }),
  fakeVoice({ code: 'low', nativeRateHz: 8000, creditFactor: '3' }),
  fakeVoice({ code: 'moody', supportsEmphasis: true }),
  fakeVoice({ code: 'eva', languageCode: 'de-DE', sounds: ['a', 'n', 't'] }),
  fakeVoice({ code: 'batch-only' }),
];

const open = async () => {
  const fakes = await speechWithFakes({
    synthesis: { voices: VOICES },
    speech: { realtimeVoices: ['one', 'low', 'moody', 'eva'] },
  });
  const speakSsml = (body: string, options = {}) =>
    fakes.speech.speak(`<speak>${body}</speak>`, { textType: 'ssml', outputFormat: 'pcm', ...options });
  const samplesOf = async (body: string, options = {}) => decodePcm16(await speakSsml(body, options).file());
  return { ...fakes, speakSsml, samplesOf, [Symbol.asyncDispose]: () => fakes.speech.close() };
};

const rmsOf = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

/** Where the signal is silent, in seconds, for at least 50 ms. */
function silencesOf(samples: Float32Array): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  let start: number | undefined;
  for (let at = 0; at <= samples.length; at++) {
    const isQuiet = at < samples.length && Math.abs(samples[at] ?? 0) < 1e-4;
    if (isQuiet) start ??= at;
    else {
      if (start !== undefined && at - start >= RATE_HZ * 0.05)
        found.push([start / RATE_HZ, (at - start) / RATE_HZ]);
      start = undefined;
    }
  }
  return found;
}

describe('SSML in-process', () => {
  it('passes pronunciations to the engine if the voice takes phonemes', async () => {
    await using service = await open();
    const said = '2 Tanten, die <phoneme ph="ˈtanta">Tante</phoneme> und 3 Tanten.';
    await service.samplesOf(`<voice name="eva">${said}</voice>`);
    const [call] = service.speaker.calls;
    const { text = '', pronunciations = [] } = call?.input ?? {};
    expect(pronunciations.map(({ start, end, ipa }) => [text.slice(start, end), ipa])).toEqual([
      ['Tante', 'ˈtanta'],
    ]);
    expect(text.slice(0, pronunciations[0]?.start)).toMatch(/Tanten, die $/u);
    const audio = service.speakSsml(said);
    await audio.file();
    expect(service.speaker.calls.at(-1)?.input).not.toHaveProperty('pronunciations');
    expect(audio.warnings).toEqual([expect.stringContaining('voice one takes no phonemes')]);
  });

  it('passes each passage to the engine with its voice, speed and emphasis', async () => {
    await using service = await open();
    await service.samplesOf(
      'Hello. <prosody rate="80%">Slow.</prosody> <emphasis level="strong">Loud</emphasis> ' +
        '<voice name="moody"><emphasis>moody</emphasis></voice> <lang xml:lang="de">Ja.</lang> <prosody rate="9">Fast.</prosody>',
      { speed: 1.5 },
    );
    expect(service.speaker.calls.map(({ input }) => input)).toEqual([
      { text: 'Hello.', voiceCode: 'one', speed: 1.5 },
      { text: 'Slow.', voiceCode: 'one', speed: expect.closeTo(1.2) },
      { text: 'Loud', voiceCode: 'one', speed: expect.closeTo(1.275) },
      { text: 'moody', voiceCode: 'moody', speed: 1.5, emphasisIntensity: 70 },
      { text: 'Ja.', voiceCode: 'eva', speed: 1.5 },
      { text: 'Fast.', voiceCode: 'one', speed: 1.9 },
    ]);
  });

  it('inserts breaks with sample accuracy, at both ends too', async () => {
    await using service = await open();
    const samples = await service.samplesOf(
      '<break time="300ms"/>Hello there.<break time="1s"/>And more.<break time="200ms"/>',
    );
    const silences = silencesOf(samples);
    expect(silences.map(([, seconds]) => seconds)).toEqual([
      expect.closeTo(0.3, 2),
      expect.closeTo(1, 2),
      expect.closeTo(0.2, 2),
    ]);
    expect(silences[0]?.[0]).toBe(0);
  });

  it('is louder or softer by the given decibels', async () => {
    await using service = await open();
    const plain = await service.samplesOf('Hello there.');
    const soft = await service.samplesOf('<prosody volume="-12dB">Hello there.</prosody>');
    expect(soft.length).toBe(plain.length);
    expect(20 * Math.log10(rmsOf(soft) / rmsOf(plain))).toBeCloseTo(-12, 1);
    const silent = await service.samplesOf('<prosody volume="silent">Hello there.</prosody>');
    expect([silent.length, rmsOf(silent)]).toEqual([plain.length, 0]);
  });

  it('has one sample rate, whatever those of its voices', async () => {
    await using service = await open();
    const alone = await service.samplesOf('Hello there.');
    const both = await service.samplesOf(
      'Hello there.<break time="1s"/><voice name="low">Hello there.</voice>',
    );
    expect(both.length / RATE_HZ).toBeCloseTo((2 * alone.length) / RATE_HZ + 1, 1);
  });

  it('reports marks with their times, warnings, and the number of spoken characters', async () => {
    await using service = await open();
    const audio = service.speakSsml(
      'One two.<break time="1s"/><mark name="a"/>Three <odd>four</odd>.<mark name="b"/>',
    );
    expect([audio.characters, audio.warnings, audio.marks]).toEqual([0, [], []]);
    const seconds = decodePcm16(await audio.file()).length / RATE_HZ;
    expect(audio.characters).toBe('One two.Three four.'.length);
    expect(audio.warnings).toEqual([expect.stringContaining('odd is not known')]);
    expect(audio.marks).toEqual([
      { name: 'a', seconds: expect.closeTo(8 / 15 + 1, 1) },
      { name: 'b', seconds: expect.closeTo(seconds, 2) },
    ]);
  });

  it('normalizes text like plain text', async () => {
    await using service = await open();
    await service.samplesOf('It costs $42 on <say-as interpret-as="date" format="dmy">3/4/2026</say-as>.');
    expect(service.speaker.calls.map(({ input }) => input.text).join(' ')).toBe(
      'It costs forty-two dollars on the third of April twenty twenty-six.',
    );
  });

  it('returns the same audio streamed and as a file', async () => {
    await using service = await open();
    const body = 'One two three.<break time="100ms"/><voice name="low">Four five.</voice> Six.';
    const streamed = Buffer.concat(await Array.fromAsync(service.speakSsml(body)));
    expect(streamed.equals(Buffer.from(await service.speakSsml(body).file()))).toBe(true);
  });

  it.each([
    ['an unknown voice', '<voice name="on">x</voice>', 'VOICE_NOT_FOUND'],
    ['no words', '<break time="1s"/> ...', 'TEXT_NOT_SPEAKABLE'],
    ['a document that is not well-formed', '<p>', 'INVALID_INPUT'],
    ['a text above the limit', 'a'.repeat(100_001), 'INVALID_INPUT'],
  ])('refuses %s', async (_what, body, code) => {
    await using service = await open();
    await expect(service.speakSsml(body).file()).rejects.toMatchObject({ code });
    await expect(service.speakSsml(body)[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code });
  });

  it('refuses another type of text at once, and SSML that is still being written', async () => {
    await using service = await open();
    const type = 'html' as 'ssml';
    expect(() => service.speech.speak('x', { textType: type })).toThrow('textType must be one of text, ssml');
    const growing = (async function* () {
      yield '<speak>';
    })();
    expect(() => service.speech.speak(growing, { textType: 'ssml' })).toThrow('textType is not known');
  });
});

describe('SSML of an app', () => {
  const app = async (service: Awaited<ReturnType<typeof open>>) => {
    return (await service.speech.service.createApp({ name: 'app' })).app;
  };

  it('is charged for the spoken characters, at the factor of its most expensive voice', async () => {
    await using service = await open();
    const text = '<speak><prosody rate="slow">One two</prosody> <voice name="low">three.</voice></speak>';
    const input = parseInput(liveSynthesisInputOf(300, 'ssml'), { text, textType: 'ssml', voiceCode: 'one' });
    const live = await service.speech.service.synthesizeLive(input, await app(service));
    expect([live.characters, live.credits]).toEqual([14, '42']);
    await Array.fromAsync(live.audio);
  });

  it('cannot use a voice that live requests may not use, and its markup does not count', async () => {
    await using service = await open();
    const caller = await app(service);
    const inputOf = (body: string) =>
      parseInput(liveSynthesisInputOf(300, 'ssml'), {
        text: `<speak>${body}</speak>`,
        textType: 'ssml',
        voiceCode: 'one',
      });
    const speakLive = (body: string) => service.speech.service.synthesizeLive(inputOf(body), caller);
    await expect(speakLive('<voice name="batch-only">x</voice>')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('batch-only is not a voice of mode "sync"'),
    });
    await expect(speakLive('a'.repeat(301))).rejects.toThrow(
      'has 301 characters beside its markup; the limit is 300',
    );
    const longest = await speakLive(`<s>${'a'.repeat(300)}</s>`.replace('a', '<sub alias="a">aaaa</sub>'));
    expect(longest.characters).toBe(300);
    await Array.fromAsync(longest.audio);
  });

  it('is accepted as a job, with its warnings', async () => {
    await using service = await open();
    const caller = await app(service);
    const input = parseInput(batchSynthesisInputOf('ssml'), {
      text: '<speak>One<break time="2s"/><odd>two</odd></speak>',
      ...{ textType: 'ssml', voiceCode: 'one', outputFormat: 'wav', webhookUrl: 'https://receiver.example/' },
    });
    const { answer } = await service.speech.service.submitSynthesis(
      { ...input, webhookUrl: undefined },
      caller,
    );
    expect(answer).toMatchObject({ characters: 6, warnings: [expect.stringContaining('odd is not known')] });
    const { record } = await service.speech.service.awaitSynthesis(answer.requestId, caller);
    expect(record).toMatchObject({ status: 'COMPLETED', characters: 6, doneCharacters: 6 });
    expect(record.audio?.durationSeconds).toBeCloseTo(2 + 6 / 15, 1);
  });
});
