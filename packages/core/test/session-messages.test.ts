import { describe, expect, it } from 'vitest';
import { type App, unauthorized } from '../src/accounts/index.ts';
import { SpeechError } from '../src/errors/index.ts';
import type { LiveAdmission } from '../src/scheduling/index.ts';
import type { FinalResultMessage } from '../src/session/index.ts';
import { getTranscript } from '../src/transcription/index.ts';
import { createVocabulary, type VocabularyOf } from '../src/vocabulary/index.ts';
import { openBench, withoutWords } from './support/bench.ts';
import { overriding } from './support/overriding.ts';
import { connect } from './support/session-client.ts';

type Client = ReturnType<typeof connect>;

const finalsOf = ({ messages }: Client): readonly FinalResultMessage[] =>
  messages.flatMap((message) => (message.type === 'FINAL_RESULT' ? [message] : []));

async function finish(client: Client): Promise<void> {
  client.send({ type: 'DONE' });
  await client.closed;
  await client.session.ended;
}

describe('the results of a session', () => {
  it('tell of an utterance what is known of it, and its record tells the same', async () => {
    const token = { text: ' Hello.', logProbability: Math.log(0.25) };
    await using bench = await openBench({
      recognition: { script: { texts: [{ text: 'Hello.', tokens: [token], language: 'de' }] } },
    });
    const client = connect(bench);
    await client.start({ words: true });
    client.keepSilent(1);
    client.say(1);
    await finish(client);
    const [final] = finalsOf(client);
    expect(final).toMatchObject({
      text: 'Hello.',
      textRaw: 'Hello.',
      language: 'de',
      confidenceScore: 0.25,
      speechType: 'detected-speech',
      status: 'SUCCESS',
    });
    expect(final?.startVoiceTime).toBeCloseTo(1, 1);
    expect(final?.endVoiceTime).toBeCloseTo(2, 1);
    expect(final?.words?.map(({ text }) => text)).toEqual(['Hello.']);
    for (const seconds of [final?.startTime, final?.endTime, final?.words?.[0]?.startTime])
      expect(seconds).toBe(Number(seconds?.toFixed(3)));
    const { utterances } = await getTranscript(bench.records, client.session.sessionId, bench.app);
    expect(utterances).toEqual([
      {
        text: 'Hello.',
        startTime: final?.startVoiceTime,
        endTime: final?.endVoiceTime,
        words: final?.words,
      },
    ]);
  });

  it('have neither words nor a language that nobody told or asked for', async () => {
    await using bench = await openBench({
      recognition: { script: { texts: ['Hello.'] }, capabilities: { languages: ['en', 'de'] } },
    });
    const client = connect(bench);
    await client.start();
    client.say(1);
    await finish(client);
    for (const name of ['words', 'language']) expect(finalsOf(client)[0]).not.toHaveProperty(name);
    const { utterances } = await getTranscript(bench.records, client.session.sessionId, bench.app);
    expect(utterances[0]).not.toHaveProperty('words');
  });

  it('have the language that was asked for, and the recognizer for it', async () => {
    await using bench = await openBench();
    const wishes: unknown[] = [];
    const chooseRecognizer: typeof bench.ports.chooseRecognizer = (wish) => {
      wishes.push(wish);
      return bench.ports.chooseRecognizer(wish);
    };
    const client = connect(bench, { chooseRecognizer });
    await client.start({ language: 'de', words: true });
    client.say(1);
    await finish(client);
    expect(wishes).toEqual([{ language: 'de', wordTimesField: 'config.words' }]);
    expect(finalsOf(client)[0]).toMatchObject({ language: 'de' });
  });

  it('have the terms of the session, and what was heard in their place', async () => {
    await using bench = await openBench();
    const client = connect(bench);
    await client.start({ vocabulary: [{ term: 'Hallo', heardAs: ['hello'] }] });
    client.say(1);
    await finish(client);
    expect(finalsOf(client)[0]).toMatchObject({ text: 'Hallo.', textRaw: 'Hello.' });
  });

  it('have the terms of its app beside its own', async () => {
    await using bench = await openBench();
    const asked: unknown[] = [];
    const vocabularyOf: VocabularyOf = async (...call) => {
      asked.push(call);
      return createVocabulary([{ term: 'Hallo', heardAs: ['hello'] }]);
    };
    const own = [{ term: 'Welt' }];
    const client = connect(bench, { vocabularyOf });
    await client.start({ vocabulary: own });
    client.say(1);
    await finish(client);
    expect(asked).toEqual([[bench.app.appId, own]]);
    expect(finalsOf(client)[0]?.text).toBe('Hallo.');
  });

  it('come before the utterance has ended only if they are asked for', async () => {
    await using bench = await openBench();
    for (const interimResults of [true, false]) {
      const client = connect(bench);
      await client.start({ interimResults });
      for (let piece = 0; piece < 6; piece += 1) client.say(0.5);
      await finish(client);
      const interims = client.messages.flatMap((one) => (one.type === 'INTERIM_RESULT' ? [one] : []));
      expect(interims.length > 0).toBe(interimResults);
      for (const { startTime, endTime, stability } of interims) {
        expect(startTime).toBe(finalsOf(client)[0]?.startTime);
        expect(endTime).toBeGreaterThan(startTime);
        expect(stability).toBeGreaterThanOrEqual(0);
        expect(stability).toBeLessThanOrEqual(1);
      }
    }
  });

  it('of silence are one that says so, with its length, and no utterance', async () => {
    await using bench = await openBench();
    const client = connect(bench);
    await client.start();
    client.keepSilent(2.5);
    await finish(client);
    expect(finalsOf(client)).toEqual([
      {
        ...{ type: 'FINAL_RESULT', text: '', textRaw: '', isFinal: true, confidenceScore: 0 },
        ...{ startTime: 0, endTime: 2.5, startVoiceTime: 0, endVoiceTime: 0 },
        ...{ speechType: 'no-speech', status: 'SUCCESS' },
      },
    ]);
    const transcript = await getTranscript(bench.records, client.session.sessionId, bench.app);
    expect(transcript).toMatchObject({ utterances: [], audioDurationSeconds: 3 });
  });
});

describe('a session that fails', () => {
  it('tells its client nothing of what failed inside, and costs nothing', async () => {
    await using bench = await openBench({
      seconds: '10',
      recognition: { script: { failures: { 0: 'ENGINE_FAILED', 1: 'ENGINE_FAILED' } } },
    });
    const client = connect(bench);
    await client.start();
    client.say(1);
    client.send({ type: 'DONE' });
    expect(await client.closed).toBe(1013);
    await client.session.ended;
    const error = client.messages.at(-1);
    expect(error).toMatchObject({ type: 'ERROR', code: 'PROVIDER_UNAVAILABLE', stage: 'STREAMING' });
    expect(JSON.stringify(error)).not.toContain('script');
    expect(await bench.balance()).toBe('10');
    expect(await bench.records.transcriptions.get(client.session.sessionId)).toMatchObject({
      status: 'FAILED',
      failure: { code: 'ENGINE_UNAVAILABLE' },
    });
  });

  it('since its configuration asks for what there is not says which field that is', async () => {
    await using bench = await openBench();
    const client = connect(bench, { chooseRecognizer: withoutWords(bench) });
    client.configure({ words: true });
    expect(await client.closed).toBe(1007);
    expect(client.messages.at(-1)).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'No plugin finds the times of words.',
    });
  });

  it('of an engine that refuses its input is no fault of the client', async () => {
    await using bench = await openBench();
    const chooseRecognizer = (): never => {
      throw new SpeechError('INVALID_INPUT', 'The segment is too long.', { field: 'segment' });
    };
    const client = connect(bench, { chooseRecognizer });
    client.configure();
    expect(await client.closed).toBe(1008);
    expect(client.messages.at(-1)).toMatchObject({ code: 'PROVIDER_UNKNOWN' });
    expect(JSON.stringify(client.messages)).not.toContain('segment');
  });

  it('since the workers are behind may be tried again', async () => {
    await using bench = await openBench();
    const asked: unknown[] = [];
    const admission: LiveAdmission = {
      admit(...call) {
        asked.push(call);
        throw new SpeechError('QUEUE_FULL', 'Too many wait.');
      },
    };
    const client = connect(bench, { admission, likelyEngineId: () => 'fake' });
    expect(await client.closed).toBe(1013);
    expect(client.messages).toMatchObject([{ code: 'PROVIDER_UNAVAILABLE', retryable: true }]);
    expect(asked).toEqual([['fake', { lane: 'final', turn: bench.app.appId }]]);
    await client.session.ended;
    expect(bench.ports.slots.inUse(bench.app.appId)).toBe(0);
  });
});

describe('the connection of a session', () => {
  it('is ended from outside with the reason', async () => {
    await using bench = await openBench();
    const client = connect(bench);
    await client.start();
    client.session.stop(new SpeechError('SHUTTING_DOWN', 'The server is about to stop.'));
    expect(await client.closed).toBe(1013);
    expect(client.messages.at(-1)).toMatchObject({ type: 'ERROR', code: 'PROVIDER_UNAVAILABLE' });
    await client.session.ended;
  });

  it('waits for a message as long as more of it arrives', async () => {
    await using bench = await openBench();
    const client = connect(bench);
    await client.start({ vadConfig: { noInputTimeoutMs: 3000 } });
    // That of the session, of its token, and of its input, once the recognizer asks for its first audio.
    await expect.poll(() => bench.clock.pendingTimers).toBe(3);
    for (let round = 0; round < 5; round += 1) {
      bench.clock.advance(2000);
      client.session.arriving();
    }
    expect(client.messages.map(({ type }) => type)).toEqual(['READY']);
    bench.clock.advance(3000);
    await client.session.ended;
    expect(client.messages.at(-1)).toMatchObject({
      code: 'NO_INPUT_TIMEOUT',
      message: 'No speech was detected for 3 seconds.',
    });
  });

  it('is not read before its token is checked, and then from where it stopped', async () => {
    await using bench = await openBench();
    const checked = Promise.withResolvers<App>();
    const client = connect(bench, { authenticate: () => checked.promise });
    client.configure();
    expect(client.reading).toEqual(['pause']);
    checked.resolve(bench.app);
    await client.ready;
    expect(client.reading).toEqual(['pause', 'resume']);
    await finish(client);
  });

  it('is not read while more than five seconds of its audio wait', async () => {
    await using bench = await openBench();
    const client = connect(bench);
    await client.start();
    client.reading.length = 0;
    client.say(5);
    expect(client.reading).toEqual([]);
    client.say(1);
    expect(client.reading).toEqual(['pause']);
    await finish(client);
    expect(client.reading).toEqual(['pause', 'resume']);
    expect(finalsOf(client)[0]?.endVoiceTime).toBeCloseTo(6, 1);
  });

  it('takes no place of its app if it is closed while its token is checked', async () => {
    await using bench = await openBench();
    const checked = Promise.withResolvers<App>();
    let entered = 0;
    const limiter = {
      enter: () => {
        entered += 1;
        return new Promise<never>(() => undefined);
      },
    };
    const client = connect(bench, { authenticate: () => checked.promise, limiter });
    client.session.leave();
    checked.resolve(bench.app);
    await client.session.ended;
    await new Promise(setImmediate);
    expect([entered, bench.ports.slots.inUse(bench.app.appId), bench.clock.pendingTimers]).toEqual([0, 0, 0]);
    expect(client.messages).toEqual([]);
  });

  it('leaves no timer when it has ended', async () => {
    await using bench = await openBench();
    const client = connect(bench);
    await client.start();
    client.say(1);
    await finish(client);
    expect(bench.clock.pendingTimers).toBe(0);
  });

  it('is closed within seconds after its token is revoked, however long it has lasted', async () => {
    await using bench = await openBench();
    const client = connect(bench);
    await client.start();
    const { apps } = bench.records;
    for (let round = 0; round < 3; round += 1) {
      client.keepSilent(1);
      bench.clock.advance(3000);
      await new Promise(setImmediate);
    }
    expect(client.messages.map(({ type }) => type)).toEqual(['READY']);
    await apps.update(bench.app.appId, { revokedAt: '2026-01-01T00:00:00.000Z' });
    bench.clock.advance(3000);
    expect(await client.closed).toBe(1008);
    expect(client.messages.at(-1)).toMatchObject({ code: unauthorized().code });
  });

  it('stays open while the database does not say whether its token is revoked', async () => {
    await using bench = await openBench();
    const { apps } = bench.records;
    let asked = 0;
    const get: typeof apps.get = async () => {
      asked += 1;
      throw new SpeechError('STORAGE_FAILED', 'The database does not answer.');
    };
    const records = { ...bench.records, apps: overriding(apps, { get }) };
    const client = connect(bench, { records });
    await client.start();
    for (let round = 1; round <= 2; round += 1) {
      client.keepSilent(1);
      bench.clock.advance(3000);
      await expect.poll(() => asked).toBe(round);
      await new Promise(setImmediate);
    }
    expect(client.messages.map(({ type }) => type)).toEqual(['READY']);
    client.session.leave();
    await client.session.ended;
  });
});
