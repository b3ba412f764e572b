import { parseInput } from '@parlance/core/input';
import { parseClientMessage, type ServerMessage } from '@parlance/core/session';
import { batchSynthesisInput, liveSynthesisInput } from '@parlance/core/synthesis';
import { deferred, evenAligner, fakeTextAligner, fakeVoice, tone } from '@parlance/testkit';
import { describe, expect, it, vi } from 'vitest';
import { speechWithFakes } from './speech-with-fakes.ts';

const RATE_HZ = 16_000;
const VOCABULARY = [{ term: 'Siobhan', saidAs: 'shivawn', heardAs: ['chevron'] }];
const gap = new Float32Array(RATE_HZ);
const voiced = tone({ frequencyHz: 200, sampleRateHz: RATE_HZ, lengthSamples: RATE_HZ });
const talk = { samples: Float32Array.from([...gap, ...voiced, ...gap]), sampleRateHz: RATE_HZ };
const HEARD = { script: { texts: ['Ask chevron now.'] }, capabilities: { languages: ['en'] } };

describe('a vocabulary of a call in-process', () => {
  it("is applied to speech, with words at their positions in the caller's text", async () => {
    const { speech, speaker } = await speechWithFakes({
      synthesis: { voices: [fakeVoice({ code: 'one' })] },
      alignment: evenAligner(),
      speech: { realtimeVoices: 'all' },
    });
    const synthesize = vi.spyOn(speaker, 'synthesize');
    const options = { vocabulary: VOCABULARY, timings: 'word' } as const;
    const spoken = () => synthesize.mock.calls.map(([{ text }]) => text).join(' ');
    const audio = speech.speak('Call Siobhan’s desk.', options);
    await audio.file();
    expect(spoken()).toBe("Call shivawn's desk.");
    expect(audio.words.map(({ text, start, end }) => [text, start, end])).toEqual([
      ['Call', 0, 4],
      ['Siobhan’s', 5, 14],
      ['desk.', 15, 20],
    ]);
    synthesize.mockClear();
    // Without the vocabulary, the same text is other audio.
    await speech.speak('Call Siobhan’s desk.').file();
    expect(spoken()).toBe("Call Siobhan's desk.");
    synthesize.mockClear();
    async function* pieces() {
      yield* ['Ask Sio', 'bhan. ', 'She knows.'];
    }
    for await (const _bytes of speech.speak(pieces(), { vocabulary: VOCABULARY }));
    expect(spoken()).toBe('Ask shivawn. She knows.');
    synthesize.mockClear();
    const ssml = '<speak>Ask <emphasis>Siobhan</emphasis> now.</speak>';
    await speech.speak(ssml, { textType: 'ssml', vocabulary: VOCABULARY }).file();
    expect(spoken()).toContain('shivawn');
    await speech.close();
  });

  it('is applied to recordings, with word timings', async () => {
    const { speech } = await speechWithFakes({ recognition: HEARD, alignment: fakeTextAligner() });
    const { transcript, utterances } = await speech.transcribe(talk, { words: true, vocabulary: VOCABULARY });
    expect(transcript).toBe('Ask Siobhan now.');
    const words = utterances.flatMap((one) => one.words ?? []);
    expect(words.map(({ text }) => text)).toEqual(['Ask', 'Siobhan', 'now.']);
    await speech.close();
  });

  it("is applied live, and the recognizer's own output is kept", async () => {
    const { speech } = await speechWithFakes({ recognition: HEARD });
    async function* audio() {
      yield talk.samples;
    }
    const events = speech.listen(audio(), { sampleRateHz: RATE_HZ, vocabulary: VOCABULARY });
    const [final] = await Array.fromAsync(events);
    expect(final).toMatchObject({
      type: 'transcript-final',
      text: 'Ask Siobhan now.',
      recognition: { heard: { text: 'Ask chevron now.' } },
    });
    await speech.close();
  });

  it('changes nothing if it is absent or empty', async () => {
    const { speech } = await speechWithFakes({ recognition: HEARD });
    expect((await speech.transcribe(talk)).transcript).toBe('Ask chevron now.');
    expect((await speech.transcribe(talk, { vocabulary: [] })).transcript).toBe('Ask chevron now.');
    await speech.close();
  });

  it('is refused if it is invalid', async () => {
    const { speech } = await speechWithFakes({ recognition: HEARD });
    const field = (vocabulary: unknown) =>
      speech.transcribe(talk, { vocabulary: vocabulary as never }).catch((error) => error.details.field);
    expect(await field('Siobhan')).toBe('vocabulary');
    expect(await field([{ saidAs: 'x' }])).toBe('vocabulary.0.term');
    await speech.close();
  });
});

async function openApp() {
  const fakes = await speechWithFakes({
    synthesis: { voices: [fakeVoice({ code: 'one' })] },
    recognition: HEARD,
    speech: { realtimeVoices: 'all' },
  });
  const { service } = fakes.speech;
  const { app, token } = await service.createApp({ name: 'app' });
  const synthesize = vi.spyOn(fakes.speaker, 'synthesize');
  const spoken = () => {
    const texts = synthesize.mock.calls.map(([{ text }]) => text).join(' ');
    synthesize.mockClear();
    return texts;
  };
  return { ...fakes, service, app, token, spoken, [Symbol.asyncDispose]: () => fakes.speech.close() };
}

const readAll = async (audio: AsyncIterable<Uint8Array>) => void (await Array.fromAsync(audio));

describe("an app's vocabulary", () => {
  it('is applied to live and batch synthesis, each with the terms at its acceptance', async () => {
    await using opened = await openApp();
    const { service, app, spoken } = opened;
    const live = async (vocabulary?: unknown) => {
      const input = { text: 'Ask Siobhan.', voiceCode: 'one', vocabulary };
      const { audio } = await service.synthesizeLive(parseInput(liveSynthesisInput, input), app);
      await readAll(audio);
      return spoken();
    };
    expect(await live()).toBe('Ask Siobhan.');
    await service.putVocabulary(app.appId, VOCABULARY);
    expect(await service.getVocabulary(app.appId)).toMatchObject({ terms: VOCABULARY });
    expect(await live()).toBe('Ask shivawn.');
    expect(await live([{ term: 'Siobhan', saidAs: 'she von' }])).toBe('Ask she von.');
    const body = { text: 'Ask Siobhan twice.', voiceCode: 'one', webhookUrl: 'https://example.org/hook' };
    const input = { ...parseInput(batchSynthesisInput, body), webhookUrl: undefined };
    const { answer } = await service.submitSynthesis(input, app);
    // The job keeps the terms with which it was accepted.
    await service.putVocabulary(app.appId, []);
    const { record } = await service.awaitSynthesis(answer.requestId, app);
    expect(record).toMatchObject({ status: 'COMPLETED', vocabulary: null, characters: 18 });
    expect(spoken()).toBe('Ask shivawn twice.');
    // The audio from before the terms were added is still cached and is used again now.
    expect(await live()).toBe('');
  });

  it("is applied to live sessions, which keep the model's own output", async () => {
    await using opened = await openApp();
    const { service, app, token } = opened;
    await service.putVocabulary(app.appId, VOCABULARY);
    const messages: ServerMessage[] = [];
    const ready = deferred();
    const session = service.openSession(
      { token, appId: app.appId },
      {
        send(message) {
          messages.push(message);
          if (message.type === 'READY') ready.resolve();
        },
        close: () => undefined,
        pause: () => undefined,
        resume: () => undefined,
      },
    );
    const config = { sampleRateHertz: RATE_HZ, sampleSizeByte: 2, channel: 1 };
    session.receive(parseClientMessage(JSON.stringify({ type: 'STREAMING_CONFIG', config })));
    await ready.promise;
    const pcm = Int16Array.from(talk.samples, (sample) => sample * 32_767);
    session.receive({ type: 'audio', bytes: new Uint8Array(pcm.buffer) });
    session.receive({ type: 'done' });
    await session.ended;
    expect(messages.find(({ type }) => type === 'FINAL_RESULT')).toMatchObject({
      text: 'Ask Siobhan now.',
      textRaw: 'Ask chevron now.',
    });
  });

  it('applies to no other app, and does not exist for an unknown app', async () => {
    await using opened = await openApp();
    const { service, app, spoken } = opened;
    await service.putVocabulary(app.appId, VOCABULARY);
    const { app: other } = await service.createApp({ name: 'other' });
    const input = parseInput(liveSynthesisInput, { text: 'Ask Siobhan.', voiceCode: 'one' });
    await readAll((await service.synthesizeLive(input, other)).audio);
    expect(spoken()).toBe('Ask Siobhan.');
    expect(await service.getVocabulary(other.appId)).toMatchObject({ terms: [], changedAt: null });
    await expect(service.getVocabulary('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(service.putVocabulary('nobody', [])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a trial of terms', () => {
  it('has each term synthesized as it is said, and recognized without any vocabulary', async () => {
    await using opened = await openApp();
    const { service, app, spoken } = opened;
    await service.putVocabulary(app.appId, VOCABULARY);
    const tried = await service.admin?.tryVocabulary(app.appId, {
      terms: [{ term: 'Siobhan', saidAs: 'shivawn' }],
    });
    expect(tried?.voiceCode).toBe('one');
    // The fake recognizes the same in all sentences; outside the sentence of the trial, all of it counts as the term.
    expect(tried?.trials).toEqual([
      { term: 'Siobhan', sentences: 4, right: 0, forms: ['Ask chevron now'], ordinary: [] },
    ]);
    expect(spoken()).toBe(
      'shivawn. I said shivawn again. They spoke about shivawn for an hour. This is shivawn, as you know.',
    );
  });

  it('is refused for an app, a voice or terms that cannot be tried', async () => {
    await using opened = await openApp();
    const { service, app } = opened;
    const codeOf = (appId: string, voiceCode?: string) =>
      service.admin?.tryVocabulary(appId, { terms: VOCABULARY, voiceCode }).catch(({ code }) => code);
    expect(await codeOf('nobody')).toBe('NOT_FOUND');
    expect(await codeOf(app.appId, 'none')).toBe('VOICE_NOT_FOUND');
    const signal = AbortSignal.abort();
    await expect(
      service.admin?.tryVocabulary(app.appId, { terms: VOCABULARY }, { signal }),
    ).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('needs an English voice', async () => {
    const { speech } = await speechWithFakes({
      synthesis: { voices: [fakeVoice({ code: 'anna', languageCode: 'de-DE' })] },
      recognition: HEARD,
      speech: { realtimeVoices: 'all', defaultVoice: 'anna' },
    });
    const { app } = await speech.service.createApp({ name: 'app' });
    const messageOf = (voiceCode?: string) =>
      speech.service.admin
        ?.tryVocabulary(app.appId, { terms: VOCABULARY, voiceCode })
        .catch(({ message }) => message);
    expect(await messageOf()).toBe('Terms are tried with an English voice, and this service has none.');
    expect(await messageOf('anna')).toBe(
      'voiceCode anna speaks de-DE; terms are tried in English: choose an English voice.',
    );
    await speech.close();
  });
});
