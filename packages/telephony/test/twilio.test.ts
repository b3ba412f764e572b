import type { Call, CallEnd, CallListener, CallUtterance } from '@parlance/telephony';
import { deferred } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { CALL_SID, dial, serveCalls, silence, voice } from './support/twilio-caller.ts';

/** A program that answers calls and records its events. */
function answering(listener: CallListener = {}) {
  const answered = deferred<Call>();
  const ended = deferred<CallEnd>();
  const utterances: CallUtterance[] = [];
  const digits: string[] = [];
  const onCall = (call: Call): CallListener => {
    answered.resolve(call);
    return {
      onTranscript: (utterance) => void utterances.push(utterance),
      onDigit: (digit) => void digits.push(digit),
      onEnd: (end) => ended.resolve(end),
      ...listener,
    };
  };
  return { onCall, answered: answered.promise, ended: ended.promise, utterances, digits };
}

describe('a call', () => {
  it('is transcribed, and ends when its caller hangs up, after the last words were recognized', async () => {
    const program = answering();
    await using server = await serveCalls(program);
    const caller = dial(server);
    caller.start({ token: server.token, from: '+15550100', constructor: 'Ann' });
    const call = await program.answered;
    expect([call.callId, call.parameters]).toEqual([CALL_SID, { from: '+15550100', constructor: 'Ann' }]);
    caller.speak(silence(0.5));
    caller.speak(voice(1));
    caller.send('stop');
    const { transcriptId, error } = await program.ended;
    expect(error).toBeUndefined();
    expect(program.utterances).toMatchObject([{ text: 'Hello there.', confidence: expect.any(Number) }]);
    const [{ startSeconds, endSeconds } = { startSeconds: 0, endSeconds: 0 }] = program.utterances;
    expect([startSeconds, endSeconds]).toEqual([expect.closeTo(0.5, 1), expect.closeTo(1.5, 1)]);
    expect(await caller.closed).toEqual({ code: 1000, reason: '' });
    expect(call.signal.aborted).toBe(true);
    const record = () =>
      server.service.getTranscript(transcriptId, server.app).catch(() => ({ transcript: undefined }));
    await expect.poll(async () => (await record()).transcript).toBe('Hello there.');
  });

  it('has no error if its caller hangs up after words that the program then answers', async () => {
    const ended = deferred<CallEnd>();
    await using server = await serveCalls({
      onCall: (call) => ({
        onTranscript: async ({ text }) => void (await call.say(`You said: ${text}`)),
        onEnd: (end) => ended.resolve(end),
      }),
    });
    const caller = dial(server);
    caller.start({ token: server.token });
    caller.speak(voice(1));
    caller.send('stop');
    expect((await ended.promise).error).toBeUndefined();
    expect(await caller.closed).toEqual({ code: 1000, reason: '' });
  });

  it('keeps the last words of a caller whose connection broke', async () => {
    const program = answering();
    await using server = await serveCalls(program);
    const caller = dial(server);
    caller.start({ token: server.token });
    await program.answered;
    caller.speak(voice(1));
    caller.socket.close();
    expect((await program.ended).error).toBeUndefined();
    expect(program.utterances.map(({ text }) => text)).toEqual(['Hello there.']);
  });

  it('recognizes only the caller in a stream with both tracks', async () => {
    const program = answering();
    await using server = await serveCalls(program);
    const caller = dial(server);
    caller.start({ token: server.token });
    await program.answered;
    caller.speak(voice(1), 'outbound');
    caller.speak(silence(0.5));
    caller.send('stop');
    await program.ended;
    expect(program.utterances).toEqual([]);
  });

  it('reports pressed keys', async () => {
    const program = answering();
    await using server = await serveCalls(program);
    const caller = dial(server);
    caller.start({ token: server.token });
    await program.answered;
    for (const digit of ['1', '#']) caller.send('dtmf', { dtmf: { track: 'inbound_track', digit } });
    caller.send('stop');
    await program.ended;
    expect(program.digits).toEqual(['1', '#']);
  });

  it('is greeted without a program, and its transcript is sent to its webhook', async () => {
    await using server = await serveCalls();
    const caller = dial(server);
    caller.start({ token: server.token, greeting: 'Hello.', webhookUrl: 'https://example.com/calls' });
    await caller.until('media');
    await caller.until('mark');
    caller.speak(voice(1));
    caller.send('stop');
    await caller.closed;
    const deliveries = async () => (await server.service.listDeliveries({ limit: 9 })).items;
    await expect.poll(async () => (await deliveries()).length).toBe(1);
    expect((await deliveries())[0]).toMatchObject({
      url: 'https://example.com/calls',
      body: { callId: CALL_SID, status: 'COMPLETED', transcript: 'Hello there.' },
    });
  });
});

describe('speech on a call', () => {
  it('counts as heard when its marks are returned, one text after another, in real time', async () => {
    const program = answering();
    await using server = await serveCalls(program);
    const caller = dial(server, { holdsMarks: true });
    caller.start({ token: server.token });
    const call = await program.answered;
    const said = Promise.all([call.say('One two three.'), call.say('Four.')]);
    await caller.until('mark', 4);
    expect(caller.told().filter((event) => event === 'clear')).toEqual([]);
    expect(caller.messages.every(({ streamSid }) => streamSid.startsWith('MZ'))).toBe(true);
    expect(Math.max(...caller.heard().map((code) => 0x7f - (code & 0x7f)))).toBeGreaterThan(60);
    caller.releaseMarks();
    expect(await said).toEqual([
      { heardChars: 14, isInterrupted: false },
      { heardChars: 5, isInterrupted: false },
    ]);
  });

  it('can be a text that is still being written', async () => {
    const program = answering();
    await using server = await serveCalls(program);
    const caller = dial(server);
    caller.start({ token: server.token });
    const call = await program.answered;
    async function* words() {
      yield 'One two ';
      yield 'three.';
    }
    expect(await call.say(words())).toEqual({ heardChars: 14, isInterrupted: false });
  });

  it('stops when the caller speaks, and reports how much was heard', async () => {
    const program = answering();
    await using server = await serveCalls(program);
    const caller = dial(server, { holdsMarks: true });
    caller.start({ token: server.token });
    const call = await program.answered;
    const first = call.say('First sentence here. Second sentence here.');
    const second = call.say('Never heard.');
    const { mark } = await caller.until('mark');
    caller.giveMark(mark?.name ?? '');
    caller.speak(voice(0.5));
    const { heardChars, isInterrupted } = await first;
    expect([heardChars > 0 && heardChars < 42, isInterrupted]).toEqual([true, true]);
    expect(await second).toEqual({ heardChars: 0, isInterrupted: true });
    await caller.until('clear');
    const before = caller.heard().length;
    // Twilio also returns the marks of dropped audio, which was not heard.
    caller.releaseMarks();
    caller.speak(silence(1));
    const third = call.say('Go on.');
    expect(await third).toEqual({ heardChars: 6, isInterrupted: false });
    expect(caller.heard().length).toBeGreaterThan(before);
  });

  it("continues while the caller speaks, if the call's parameters say so", async () => {
    const program = answering();
    await using server = await serveCalls(program);
    const caller = dial(server, { holdsMarks: true });
    caller.start({ token: server.token, bargeIn: 'false' });
    const call = await program.answered;
    const said = call.say('One two three.');
    await caller.until('mark');
    caller.speak(voice(1));
    caller.speak(silence(1.5));
    await expect.poll(() => program.utterances.length).toBe(1);
    caller.releaseMarks();
    expect(await said).toEqual({ heardChars: 14, isInterrupted: false });
    expect(caller.told()).not.toContain('clear');
  });

  it('rejects with an error for the program, and the call continues', async () => {
    const program = answering();
    await using server = await serveCalls(program);
    const caller = dial(server);
    caller.start({ token: server.token });
    const call = await program.answered;
    await expect(call.say('One.', { voiceCode: 'nobody' })).rejects.toMatchObject({
      code: 'VOICE_NOT_FOUND',
    });
    expect(await call.say('Two.')).toEqual({ heardChars: 4, isInterrupted: false });
    call.hangUp();
    expect(await caller.closed).toEqual({ code: 1000, reason: '' });
    await expect(call.say('Three.')).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('that cannot be spoken is logged, and may be ignored by the program', async () => {
    const logged: object[] = [];
    const program = answering();
    const logger = { info: (facts: object) => void logged.push(facts) };
    await using server = await serveCalls({ onCall: program.onCall, logger });
    const caller = dial(server);
    caller.start({ token: server.token });
    const call = await program.answered;
    void call.say('One.', { voiceCode: 'nobody' });
    await expect.poll(() => logged.length).toBe(1);
    expect(logged[0]).toMatchObject({ err: { code: 'VOICE_NOT_FOUND' } });
    call.hangUp();
    void call.say('Two.');
    await caller.closed;
  });
});
