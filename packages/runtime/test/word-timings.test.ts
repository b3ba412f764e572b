import { SpeechError } from '@parlance/core/errors';
import { parseInput } from '@parlance/core/input';
import { batchSynthesisInput, type TimedWord } from '@parlance/core/synthesis';
import { evenAligner, fakeVoice } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { speechWithFakes } from './speech-with-fakes.ts';

/** The speaking rate of the fake. */
const SECONDS_PER_CHAR = 1 / 15;
const VOICES = [fakeVoice({ code: 'one' }), fakeVoice({ code: 'eva', languageCode: 'de-DE' })];

const open = async (options: Parameters<typeof speechWithFakes>[0] = {}) => {
  const fakes = await speechWithFakes({
    synthesis: { voices: VOICES },
    alignment: evenAligner(),
    ...options,
    speech: { realtimeVoices: 'all' },
  });
  return { ...fakes, [Symbol.asyncDispose]: () => fakes.speech.close() };
};

const inText = (text: string, words: readonly TimedWord[]) => {
  const chars = [...text];
  return words.map(({ start, end }) => chars.slice(start, end).join(''));
};

describe('word timings of synthesized speech', () => {
  it('are those of the words as the caller wrote them', async () => {
    await using service = await open();
    const text = '  It costs $42 — “really”. Run 5 km!';
    const audio = service.speech.speak(text, { timings: 'word', latency: 'natural' });
    expect(audio.words).toEqual([]);
    await audio.file();
    expect(inText(text.trim(), audio.words)).toEqual(['It', 'costs', '$42', 'really”.', 'Run', '5 km!']);
    expect(audio.words.map((word) => word.text)).toEqual(inText(text.trim(), audio.words));
    const spoken = 'It costs forty-two dollars — “really”.';
    const secondsOf = (word: string) => spoken.indexOf(word) * SECONDS_PER_CHAR;
    const startOf = (word: string) => audio.words.find((one) => one.text === word)?.startTime;
    expect(startOf('costs')).toBeCloseTo(secondsOf('costs'), 1);
    expect(startOf('$42')).toBeCloseTo(secondsOf('forty'), 1);
    expect(startOf('really”.')).toBeCloseTo(secondsOf('“really'), 1);
    expect(startOf('Run')).toBeCloseTo(spoken.length * SECONDS_PER_CHAR, 1);
  });

  it('account for speed and pauses', async () => {
    await using service = await open();
    const pauses = { majorBreak: 1, mediumBreak: 2, paragraphBreak: 1, sentenceBreak: 3 };
    const audio = service.speech.speak('One, two. Three', {
      timings: 'word',
      speed: 0.5,
      clientPause: pauses,
    });
    await audio.file();
    expect(audio.words.map(({ startTime }) => startTime)).toEqual([
      0,
      expect.closeTo(2 * 4 * SECONDS_PER_CHAR + 2, 1),
      expect.closeTo(2 * 8 * SECONDS_PER_CHAR + 5, 1),
    ]);
  });

  it('are available for text that is still being written, and for SSML', async () => {
    await using service = await open();
    async function* pieces() {
      yield* ['It costs $', '4', '2. And ', 'that is all.'];
    }
    const growing = service.speech.speak(pieces(), { timings: 'word' });
    for await (const _bytes of growing);
    expect(inText('It costs $42. And that is all.', growing.words)).toEqual([
      'It',
      'costs',
      '$42.',
      'And',
      'that',
      'is',
      'all.',
    ]);
    const ssml = service.speech.speak(
      '<speak>One <sub alias="two three">x</sub>.<break time="1s"/>Four.</speak>',
      { timings: 'word', textType: 'ssml' },
    );
    await ssml.file();
    expect(inText('One two three.Four.', ssml.words)).toEqual(['One', 'two', 'three.', 'Four.']);
    expect(ssml.words[3]?.startTime).toBeCloseTo(14 * SECONDS_PER_CHAR + 1, 1);
  });

  it('leave the audio unchanged, and cause no work unless requested', async () => {
    let calls = 0;
    const aligner = evenAligner();
    const counting = {
      ...aligner,
      align: (...args: Parameters<typeof aligner.align>) => {
        calls += 1;
        return aligner.align(...args);
      },
    };
    await using service = await open({ alignment: counting });
    const plain = Buffer.from(await service.speech.speak('Hello there.').file());
    expect(calls).toBe(0);
    const timed = Buffer.from(await service.speech.speak('Hello there.', { timings: 'word' }).file());
    expect([calls, timed.equals(plain)]).toEqual([1, true]);
  });

  it('are refused if no aligner finds them', async () => {
    await using service = await open();
    expect(() => service.speech.speak('Hallo.', { timings: 'word', voiceCode: 'eva' })).toThrow(
      'No plugin of this service finds word timings in de-DE: install @parlance/plugin-espeak-ng',
    );
    const type = 'phoneme' as 'word';
    expect(() => service.speech.speak('Hallo.', { timings: type })).toThrow('timings must be "word"');
  });

  it('leave out words that the aligner cannot place', async () => {
    await using service = await open({ alignment: evenAligner({ capabilities: { maxSeconds: 0.5 } }) });
    const audio = service.speech.speak('A sentence that is far too long. No.', {
      timings: 'word',
      latency: 'natural',
    });
    await audio.file();
    expect(audio.words.map(({ text }) => text)).toEqual(['No.']);
  });

  it('leave the audio whole if the aligner fails', async () => {
    const align = () => Promise.reject(new SpeechError('ENGINE_FAILED', 'The aligner failed.'));
    await using service = await open({ alignment: { ...evenAligner(), align } });
    const audio = service.speech.speak('Hello there.', { timings: 'word' });
    expect((await audio.file()).length).toBeGreaterThan(1000);
    expect(audio.words).toEqual([]);
  });

  it('of a job are stored beside its audio, as JSON and as subtitles, and deleted with it', async () => {
    await using service = await open();
    const { app } = await service.speech.service.createApp({ name: 'app' });
    const text = 'It costs $42. And that is all.';
    const input = parseInput(batchSynthesisInput, {
      ...{ text, voiceCode: 'one', timings: 'word', outputFormat: 'wav', webhookUrl: 'https://a.example/' },
    });
    const api = service.speech.service;
    const { answer } = await api.submitSynthesis({ ...input, webhookUrl: undefined }, app);
    const { record, wordsLink, subtitlesLink } = await api.awaitSynthesis(answer.requestId, app);
    expect(record).toMatchObject({ status: 'COMPLETED', timings: 'word' });
    const read = async (link = '') => {
      const { pathname, searchParams } = new URL(link, 'http://a.example');
      const [expires, signature] = [searchParams.get('expires'), searchParams.get('signature')];
      const fileName = pathname.split('/').at(-1) ?? '';
      const { audio, contentType } = await api.openAudio({
        fileName,
        expires: expires ?? undefined,
        signature: signature ?? undefined,
      });
      return [contentType, Buffer.concat(await Array.fromAsync(audio.read())).toString()] as const;
    };
    const [jsonType, json] = await read(wordsLink);
    const { words } = JSON.parse(json) as { words: TimedWord[] };
    expect([jsonType, inText(text, words)]).toEqual([
      'application/json; charset=utf-8',
      ['It', 'costs', '$42.', 'And', 'that', 'is', 'all.'],
    ]);
    const [vttType, vtt] = await read(subtitlesLink);
    expect(vttType).toBe('text/vtt; charset=utf-8');
    expect(vtt).toMatch(/^WEBVTT\n\n00:00:00\.000 --> 00:00:0\d\.\d{3}\nIt costs \$42\. And that is all\.\n/);
  });

  it('have no links unless requested', async () => {
    await using service = await open();
    const { app } = await service.speech.service.createApp({ name: 'app' });
    const input = parseInput(batchSynthesisInput, {
      text: 'Hello.',
      voiceCode: 'one',
      webhookUrl: 'https://a.example/',
    });
    const { answer } = await service.speech.service.submitSynthesis({ ...input, webhookUrl: undefined }, app);
    const view = await service.speech.service.awaitSynthesis(answer.requestId, app);
    expect(view.record.status).toBe('COMPLETED');
    expect(Object.keys(view).sort()).toEqual(['audioLink', 'record']);
  });
});
