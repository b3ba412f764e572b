import { encodePcm16 } from '@parlance/core/audio';
import { parseClientMessage, type ServerMessage } from '@parlance/core/session';
import {
  evenAligner,
  fakeModelStore,
  fakePlugin,
  fakeRecognitionEngine,
  fakeVoiceActivityDetector,
  tone,
} from '@parlance/testkit';
import { expect, it } from 'vitest';
import { createSpeech } from '../src/index.ts';

const RATE_HZ = 16_000;

/** A second of sound between two silences, as 16-bit samples. */
function soundPcm(): Uint8Array {
  const samples = new Float32Array(3 * RATE_HZ);
  samples.set(tone({ frequencyHz: 200, sampleRateHz: RATE_HZ, lengthSamples: RATE_HZ }), RATE_HZ);
  return encodePcm16(samples);
}

function wav(): Uint8Array {
  const data = soundPcm();
  const header = Buffer.alloc(44);
  header.write('RIFF....WAVEfmt ', 'latin1');
  header.writeUInt32LE(36 + data.length, 4);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE_HZ, 24);
  header.writeUInt32LE(2 * RATE_HZ, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}

/** A recognizer for English, one for German and French that does not detect the language, one for Mandarin and one for Norwegian. */
async function open() {
  const recognizers = [
    { id: 'english', languages: ['en'], texts: ['good morning'] },
    { id: 'others', languages: ['de', 'fr'], texts: ['guten morgen'] },
    { id: 'mandarin', languages: ['zh'], texts: ['早上好'] },
    { id: 'norwegian', languages: ['no'], texts: ['god morgen'] },
  ].map(({ id, languages, texts }) =>
    fakeRecognitionEngine({ id, capabilities: { languages }, script: { texts } }),
  );
  const plugin = fakePlugin({
    recognition: recognizers,
    voiceActivity: fakeVoiceActivityDetector(),
    alignment: evenAligner({ capabilities: { languages: ['de', 'en'] } }),
  });
  const speech = await createSpeech({ plugins: [plugin], models: fakeModelStore() });
  const { app, token } = await speech.service.createApp({ name: 'app' });
  return { service: speech.service, app, token, [Symbol.asyncDispose]: () => speech.close() };
}

async function* bytes() {
  yield wav();
}

it('chooses the recognizer of a recording that is transcribed at once', async () => {
  await using speech = await open();
  const { service, app } = speech;
  const textOf = async (language?: string) =>
    (await service.transcribeShortBytes(wav(), app, { language })).answer.transcript;
  expect([await textOf(), await textOf('EN-gb'), await textOf('de')]).toEqual([
    'good morning',
    'good morning',
    'guten morgen',
  ]);
  expect([await textOf('zh-TW'), await textOf('cmn-CN')]).toEqual(['早上好', '早上好']);
  expect([await textOf('nb-NO'), await textOf('nn')]).toEqual(['god morgen', 'god morgen']);
  await expect(textOf('ja')).rejects.toMatchObject({
    code: 'LANGUAGE_NOT_SUPPORTED',
    message: expect.stringContaining('the languages are en, de, fr, zh, no'),
  });
});

it('chooses that of a job, with word timings, which need the language', async () => {
  await using speech = await open();
  const { service, app } = speech;
  const { answer } = await service.submitTranscription({ bytes: bytes() }, app, {
    language: Promise.resolve('de-AT'),
    words: true,
  });
  await expect
    .poll(async () => (await service.getTranscript(answer.transcriptId, app)).status)
    .toBe('COMPLETED');
  const { transcript, utterances } = await service.getTranscript(answer.transcriptId, app);
  expect(transcript).toBe('guten morgen');
  expect(utterances?.[0]).toMatchObject({ words: [{ text: 'guten' }, { text: 'morgen' }] });
  const refused = service.submitTranscription({ bytes: bytes() }, app, { language: 'ja' });
  await expect(refused).rejects.toMatchObject({ code: 'LANGUAGE_NOT_SUPPORTED' });
});

it('chooses that of a live session', async () => {
  await using speech = await open();
  const { service, app, token } = speech;
  const hear = async (language?: string): Promise<readonly ServerMessage[]> => {
    const told: ServerMessage[] = [];
    const closed = Promise.withResolvers<number>();
    const ready = Promise.withResolvers<void>();
    const session = service.openSession(
      { token, appId: app.appId },
      {
        send(message) {
          told.push(message);
          if (message.type === 'READY' || message.type === 'ERROR') ready.resolve();
        },
        close: closed.resolve,
        pause: () => undefined,
        resume: () => undefined,
      },
    );
    const config = { sampleRateHertz: RATE_HZ, sampleSizeByte: 2, channel: 1, language };
    session.receive(parseClientMessage(JSON.stringify({ type: 'STREAMING_CONFIG', config })));
    await ready.promise;
    session.receive({ type: 'audio', bytes: soundPcm() });
    session.receive({ type: 'done' });
    await closed.promise;
    return told;
  };
  expect(await hear('de')).toContainEqual(expect.objectContaining({ textRaw: 'guten morgen' }));
  expect(await hear()).toContainEqual(expect.objectContaining({ textRaw: 'good morning' }));
  expect(await hear('ja')).toEqual([
    expect.objectContaining({ type: 'ERROR', code: 'BAD_REQUEST', message: expect.stringContaining('ja') }),
  ]);
  expect(await hear('not a language')).toEqual([
    expect.objectContaining({ message: expect.stringContaining('config.language must be a language') }),
  ]);
});
