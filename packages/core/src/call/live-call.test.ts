import { setImmediate as turn } from 'node:timers/promises';
import { deferred, manualClock } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { SpeechError } from '../errors/speech-error.ts';
import { LIMITS } from '../limits/limits.ts';
import type { RecognitionSession, SessionOptions, SessionOutlet } from '../session/recognition-session.ts';
import { SESSION_CLOSE_CODES } from '../session/session-errors.ts';
import type { ClientMessage, FinalResultMessage, ServerMessage } from '../session/session-messages.ts';
import type { SpeechStream, StreamOutlet } from '../speech-stream/speech-stream.ts';
import type { StreamMessage } from '../speech-stream/stream-input.ts';
import type { StreamServerMessage } from '../speech-stream/stream-server-messages.ts';
import type { Call, CallListener } from './call.ts';
import type { CallOptions } from './call-options.ts';
import { type CallSettingsInput, parseCallSettings } from './call-settings.ts';
import { type CallStart, LiveCall } from './live-call.ts';

const CREDENTIALS = { token: 'good', appId: 'app1' };
const TIMES = { startTime: 0, endTime: 3, startVoiceTime: 1, endVoiceTime: 2 };
const FINAL: FinalResultMessage = {
  ...{ type: 'FINAL_RESULT', text: 'Hello.', textRaw: 'hello', isFinal: true, ...TIMES },
  ...{ confidenceScore: 0.9, speechType: 'detected-speech', status: 'SUCCESS' },
};
const INTERIM = { type: 'INTERIM_RESULT', text: 'Hel', isFinal: false, stability: 0.5, ...TIMES } as const;
const AUDIO = new Uint8Array([1, 0]);
const nothing = (): void => undefined;

interface FakeSession {
  readonly outlet: SessionOutlet;
  readonly options: SessionOptions | undefined;
  readonly received: (ClientMessage | SpeechError | 'left')[];
  readonly over: PromiseWithResolvers<void>;
}

interface FakeStream {
  readonly outlet: StreamOutlet;
  readonly received: (StreamMessage | 'left')[];
  readonly over: PromiseWithResolvers<void>;
}

interface OpenOptions extends Pick<CallOptions, 'onCall'> {
  readonly settings?: CallSettingsInput;
  readonly credentials?: CallStart['credentials'];
}

/** A call whose line, session and streams of speech note what they get. */
function openCall({ settings = {}, credentials = async () => CREDENTIALS, onCall }: OpenOptions = {}) {
  const clock = manualClock();
  const line: string[] = [];
  const sessions: FakeSession[] = [];
  const streams: FakeStream[] = [];
  const logged: string[] = [];
  const service: CallOptions['service'] = {
    openSession(_credentials, outlet, options): RecognitionSession {
      const session: FakeSession = { outlet, options, received: [], over: Promise.withResolvers() };
      sessions.push(session);
      return {
        sessionId: 'session1',
        ended: session.over.promise,
        receive: (message) => void session.received.push(message),
        arriving: nothing,
        leave: () => void session.received.push('left'),
        stop: (error) => void session.received.push(error),
      };
    },
    openSpeechStream(_credentials, outlet): SpeechStream {
      const stream: FakeStream = { outlet, received: [], over: Promise.withResolvers() };
      streams.push(stream);
      return {
        sessionId: `stream${streams.length}`,
        ended: stream.over.promise,
        receive: (message) => void stream.received.push(message),
        arriving: nothing,
        leave() {
          stream.received.push('left');
          stream.over.resolve();
        },
        stop: nothing,
      };
    },
  };
  const call = new LiveCall(
    { service, onCall, clock, logger: { info: (_facts, message) => void logged.push(message) } },
    {
      ...{ leadMs: 100, pieceMs: 20 },
      play: (pcm) => void line.push(`${pcm.length} bytes`),
      mark: (name) => void line.push(name),
      clear: () => void line.push('clear'),
      pause: () => void line.push('pause'),
      resume: () => void line.push('resume'),
      close: (code, reason) => void line.push(`close ${code} ${reason}`),
    },
  );
  const begin = async (): Promise<void> => {
    call.begin({
      callId: 'call1',
      credentials,
      settings: parseCallSettings(settings),
      parameters: { room: '7' },
    });
    await turn();
  };
  const tell = (message: ServerMessage): void => sessions[0]?.outlet.send(message);
  return {
    ...{ call, clock, line, sessions, streams, logged, begin, tell },
    async answer() {
      await begin();
      tell({ type: 'READY', sessionId: 'session1' });
      await turn();
      line.splice(line.indexOf('resume'), 1);
    },
  };
}

/** A call that the program has received, with what its listener is told. */
async function answered(options: Omit<OpenOptions, 'onCall'> = {}, members: CallListener = {}) {
  const events: unknown[] = [];
  const received = deferred<Call>();
  const opened = openCall({
    ...options,
    onCall(call) {
      received.resolve(call);
      return {
        onSpeechStart: () => void events.push('speech'),
        onInterim: (text) => void events.push(text),
        onTranscript: (utterance) => void events.push(utterance),
        onDigit: (digit) => void events.push(digit),
        onEnd: (end) => void events.push(end),
        ...members,
      };
    },
  });
  await opened.answer();
  return { ...opened, events, program: await received.promise };
}

/** Lets a stream of speech get ready. */
async function ready(stream: FakeStream | undefined): Promise<FakeStream> {
  if (stream === undefined) throw new TypeError('There is no such stream.');
  stream.outlet.send({
    ...{ type: 'READY', sessionId: 's', voiceCode: 'joe', outputFormat: 'pcm' },
    ...{ sampleRateHertz: 8000, contentType: 'audio/L16' },
  });
  await turn();
  return stream;
}

const spoken = (end: number): StreamServerMessage => ({
  ...{ type: 'SPOKEN', start: 0, end, startTime: 0, endTime: 1 },
});
const streamEnd = (characters: number): StreamServerMessage => ({
  ...{ type: 'STREAM_END', sessionId: 's', characters, audioSeconds: 1 },
});
const streamError = (code: string): StreamServerMessage => ({
  ...{ type: 'ERROR', code, message: 'It failed.', stage: 'STREAMING', retryable: false },
});

describe('a call', () => {
  it('is recognized at 8 kHz in its language, and its transcript goes to its webhook', async () => {
    const webhookUrl = 'https://receiver.example/hook';
    const { sessions } = await answered({ settings: { webhookUrl, language: 'en' } });
    expect(sessions[0]?.options).toEqual({
      maxSeconds: LIMITS.session.mostMaxSeconds,
      webhook: { url: webhookUrl, members: { callId: 'call1' } },
    });
    expect(sessions[0]?.received).toMatchObject([
      { type: 'config', config: { sampleRateHz: 8000, interimResults: true, language: 'en' } },
    ]);
    expect((await answered()).sessions[0]?.options?.webhook).toBeUndefined();
  });

  it('is refused if it does not begin within five seconds, and not later', async () => {
    const late = openCall();
    late.clock.advance(5000);
    expect(late.line).toEqual([expect.stringMatching(/^close 1008 INVALID_INPUT: .* 5 seconds/)]);
    await late.call.ended;
    const inTime = openCall();
    await inTime.begin();
    expect([inTime.clock.pendingTimers, inTime.call.hasStarted, late.call.hasStarted]).toEqual([
      0,
      true,
      false,
    ]);
  });

  it.each([
    ['of the caller', 'UNAUTHORIZED', SESSION_CLOSE_CODES.refused],
    ['of ours', 'STORAGE_FAILED', SESSION_CLOSE_CODES.tryAgainLater],
  ] as const)('whose credentials fail by a fault %s is closed', async (_whose, code, closeCode) => {
    const failed = openCall({ credentials: () => Promise.reject(new SpeechError(code, 'No.')) });
    await failed.begin();
    expect([failed.line, failed.call.errorCode]).toEqual([[`close ${closeCode} ${code}: No.`], code]);
    expect(failed.sessions).toEqual([]);
    await failed.call.ended;
  });

  it('tells the program who calls, and what is heard, in the order in which it comes', async () => {
    const early = openCall();
    await early.begin();
    early.call.hear(AUDIO);
    expect(early.sessions[0]?.received).toHaveLength(1);

    const { call, program, events, sessions, tell } = await answered();
    expect([program.callId, program.parameters, program.signal.aborted]).toEqual([
      'call1',
      { room: '7' },
      false,
    ]);
    call.hear(AUDIO);
    call.press('5');
    sessions[0]?.outlet.notify?.({ type: 'speech-start', atSeconds: 1 });
    tell(INTERIM);
    tell(FINAL);
    tell({ ...FINAL, text: '', speechType: 'no-speech' });
    expect(sessions[0]?.received.at(-1)).toEqual({ type: 'audio', bytes: AUDIO });
    expect(events).toEqual([
      '5',
      'speech',
      'Hel',
      { text: 'Hello.', startSeconds: 1, endSeconds: 2, confidence: 0.9 },
    ]);
  });

  it('is read only as fast as it is recognized', async () => {
    const { call, line, sessions } = await answered();
    sessions[0]?.outlet.pause();
    sessions[0]?.outlet.resume();
    expect(line).toEqual(['pause', 'resume']);
    call.arriving();
    const waiting = openCall();
    await waiting.begin();
    waiting.call.hear(AUDIO);
    expect(waiting.line).toEqual(['pause']);
  });

  it('gives the program the digits that were pressed before it was answered', async () => {
    const events: string[] = [];
    const opened = openCall({ onCall: () => ({ onDigit: (digit) => void events.push(digit) }) });
    await opened.begin();
    opened.call.press('1');
    opened.call.press('#');
    expect(events).toEqual([]);
    opened.tell({ type: 'READY', sessionId: 'session1' });
    expect(events).toEqual(['1', '#']);
  });

  it('needs no program, and no listener from it', async () => {
    for (const onCall of [undefined, () => undefined, () => ({})]) {
      const { call, tell, sessions, answer, line } = openCall({ onCall });
      await answer();
      call.press('5');
      sessions[0]?.outlet.notify?.({ type: 'speech-start', atSeconds: 1 });
      tell(INTERIM);
      tell(FINAL);
      sessions[0]?.outlet.close(1000);
      expect(line).toEqual(['close 1000 ']);
    }
  });
});

describe('the end of a call', () => {
  it('comes when what was said last is recognized, and everything has ended', async () => {
    const { call, events, program, sessions, line } = await answered();
    call.hangUp();
    call.hangUp();
    call.hear(AUDIO);
    expect([sessions[0]?.received.slice(1), line]).toEqual([[{ type: 'done' }], []]);
    sessions[0]?.outlet.close(1000);
    sessions[0]?.outlet.close(1000);
    expect(line).toEqual(['close 1000 ']);
    expect(events).toEqual([{ transcriptId: 'session1', error: undefined }]);
    expect(program.signal.aborted).toBe(true);
    let hasEnded = false;
    const ended = call.ended.then(() => {
      hasEnded = true;
    });
    await turn();
    expect(hasEnded).toBe(false);
    sessions[0]?.over.resolve();
    await ended;
  });

  it.each(['hangUp', 'leave'] as const)('by %s before it began leaves its session', async (how) => {
    const { call, sessions, begin, line } = openCall();
    await begin();
    call[how]();
    expect(sessions[0]?.received.at(-1)).toBe('left');
    expect(line).toEqual([expect.stringMatching(/^close 10\d\d ABORTED/)]);
  });

  it('lets what was said before it was answered be recognized', async () => {
    const { call, sessions, begin, tell, line } = openCall();
    await begin();
    call.hear(AUDIO);
    call.hangUp();
    tell({ type: 'READY', sessionId: 'session1' });
    expect(sessions[0]?.received.slice(1)).toEqual([{ type: 'audio', bytes: AUDIO }, { type: 'done' }]);
    expect(line).toEqual(['pause', 'pause', 'resume']);
  });

  it('may come from the program', async () => {
    const { program, sessions } = await answered();
    program.hangUp();
    expect(sessions[0]?.received.at(-1)).toEqual({ type: 'done' });
  });

  it.each([
    ['UNAUTHORIZED', 'The token of the call is missing, invalid or expired.'],
    ['SESSION_TIMEOUT', 'It was long.'],
  ] as const)('tells the error %s of its session', async (code, message) => {
    const { call, events, sessions, line, tell } = await answered();
    tell({ type: 'ERROR', code, message: 'It was long.', stage: 'STREAMING', retryable: false });
    sessions[0]?.outlet.close(1008);
    expect(line).toEqual([`close 1008 ${code}: ${message}`]);
    expect([events, call.errorCode]).toEqual([
      [{ transcriptId: 'session1', error: { code, message } }],
      code,
    ]);
  });

  it('at a stop of the server is left to its session, if there is one', async () => {
    const stop = new SpeechError('SHUTTING_DOWN', 'It stops.');
    const early = openCall();
    early.call.stop(stop);
    expect(early.line).toEqual([`close ${SESSION_CLOSE_CODES.tryAgainLater} SHUTTING_DOWN: It stops.`]);
    await early.call.ended;
    const { call, sessions, line } = await answered();
    call.stop(stop);
    expect([sessions[0]?.received.at(-1), line]).toEqual([stop, []]);
  });

  it.each<[string, Pick<OpenOptions, 'onCall'>]>([
    [
      'that refuses it',
      {
        onCall() {
          throw new SpeechError('FORBIDDEN', 'Not you.');
        },
      },
    ],
    ['whose listener rejects', { onCall: () => ({ onDigit: () => Promise.reject(new Error('It broke.')) }) }],
  ])('follows from a program %s, and is logged', async (_what, options) => {
    const { call, line, logged, answer, sessions } = openCall(options);
    await answer();
    call.press('5');
    await turn();
    expect(line).toEqual([expect.stringMatching(/^close 10\d\d (FORBIDDEN|INTERNAL)/)]);
    expect([logged.length, sessions[0]?.received.at(-1)]).toEqual([1, 'left']);
  });

  it('is not changed by a listener that fails afterwards', async () => {
    const { sessions, line, logged } = await answered({}, { onEnd: () => Promise.reject(new Error('late')) });
    sessions[0]?.outlet.close(1000);
    await turn();
    expect([line, logged]).toEqual([['close 1000 '], []]);
  });

  it('does not count as a failure of a listener that was about to say something', async () => {
    const { call, program, line, logged, tell } = await answered(
      {},
      { onTranscript: async () => void (await program.say('I see.')) },
    );
    call.hangUp();
    tell(FINAL);
    await turn();
    expect([line, logged]).toEqual([[], []]);
  });
});

describe('what a call says', () => {
  it('begins with its greeting, in its voice', async () => {
    const { streams } = await answered({ settings: { greeting: 'Welcome.', voiceCode: 'amy' } });
    const { received } = await ready(streams[0]);
    expect(received).toMatchObject([
      {
        type: 'config',
        config: { voiceCode: 'amy', speed: 1, outputFormat: 'pcm', sampleRate: 8000 },
      },
      { type: 'text', text: 'Welcome.' },
      { type: 'done' },
    ]);
    expect((await answered()).streams).toEqual([]);
  });

  it('waits for its stream, and goes to the line as it is played', async () => {
    const { program, streams, line } = await answered();
    void program.say('Hello.', { voiceCode: 'bob', speed: 1.5 });
    await turn();
    expect(streams[0]?.received).toMatchObject([{ config: { voiceCode: 'bob', speed: 1.5 } }]);
    const stream = await ready(streams[0]);
    await stream.outlet.sendAudio(new Uint8Array(320));
    expect(line).toEqual(['320 bytes']);
  });

  it('is heard when the other side has played it', async () => {
    const { call, program, streams, line } = await answered();
    const said = program.say('Hello there.');
    await turn();
    const stream = await ready(streams[0]);
    stream.outlet.send(spoken(6));
    stream.outlet.send(streamEnd(12));
    stream.over.resolve();
    expect(line).toEqual(['parlance-1', 'parlance-2']);
    call.reached('parlance-1');
    call.reached('unknown');
    call.reached('parlance-2');
    expect(await said).toEqual({ heardChars: 12, isInterrupted: false });
    program.interrupt();
    expect(line).not.toContain('clear');
  });

  it.each([true, false])('is interrupted by the caller if barge-in is %s', async (bargeIn) => {
    const { call, program, streams, sessions, line } = await answered({ settings: { bargeIn } });
    const said = program.say('Hello there.');
    const waiting = program.say('And you.');
    await turn();
    const stream = await ready(streams[0]);
    stream.outlet.send(spoken(6));
    stream.outlet.send(spoken(12));
    call.reached('parlance-1');
    sessions[0]?.outlet.notify?.({ type: 'speech-start', atSeconds: 1 });
    expect(line.includes('clear')).toBe(bargeIn);
    if (!bargeIn) return;
    // The other side may have played on for a moment.
    call.reached('parlance-2');
    expect(await Promise.all([said, waiting])).toEqual([
      { heardChars: 6, isInterrupted: true },
      { heardChars: 0, isInterrupted: true },
    ]);
    expect(stream.received.at(-1)).toBe('left');
    await stream.outlet.sendAudio(new Uint8Array(320));
    stream.outlet.send(spoken(12));
    await turn();
    expect([line.at(-1), streams.length]).toEqual(['clear', 1]);
  });

  it('is interrupted by the program, and then says what comes next', async () => {
    const { program, streams, line } = await answered();
    const said = program.say('Hello there.');
    await turn();
    const stream = await ready(streams[0]);
    program.interrupt();
    expect([await said, line]).toEqual([{ heardChars: 0, isInterrupted: true }, ['clear']]);
    stream.over.resolve();
    void program.say('Next.');
    await turn();
    expect((await ready(streams[1])).received).toContainEqual({ type: 'text', text: 'Next.' });
  });

  it('follows what was said before, also if that fails', async () => {
    const { program, streams } = await answered();
    const first = program.say('One.');
    const second = program.say('Two.');
    await turn();
    expect(streams.length).toBe(1);
    const stream = await ready(streams[0]);
    stream.outlet.send(streamError('VOICE_NOT_FOUND'));
    stream.over.resolve();
    await expect(first).rejects.toMatchObject({ code: 'VOICE_NOT_FOUND', message: 'It failed.' });
    await turn();
    (await ready(streams[1])).outlet.send(streamError('NO_INPUT_TIMEOUT'));
    await expect(second).rejects.toMatchObject({ code: 'INTERNAL' });
  });

  it('fails with its text, which ends its stream', async () => {
    const { program, streams, logged } = await answered();
    const broken = new Error('The model broke.');
    const said = program.say(
      (async function* () {
        yield 'Hello';
        throw broken;
      })(),
    );
    await turn();
    const { received } = await ready(streams[0]);
    await expect(said).rejects.toBe(broken);
    expect(received.slice(1)).toEqual([{ type: 'text', text: 'Hello' }, 'left']);
    expect(logged).toHaveLength(1);
  });

  it('comes in messages that a stream accepts', async () => {
    const { program, streams } = await answered();
    const { maxMessageChars } = LIMITS.speechStream;
    void program.say('😀'.repeat(maxMessageChars + 1));
    await turn();
    const { received } = await ready(streams[0]);
    const texts = received.flatMap((one) => (one !== 'left' && one.type === 'text' ? [one.text] : []));
    expect(texts.map((text) => [...text].length)).toEqual([maxMessageChars, 1]);
  });

  it('ends with the call, and nothing is said after it', async () => {
    const { call, program, streams, logged } = await answered();
    const said = program.say('Hello.');
    await turn();
    call.hangUp();
    expect(await said).toEqual({ heardChars: 0, isInterrupted: true });
    expect(streams[0]?.received.at(-1)).toBe('left');
    await expect(program.say('More.')).rejects.toMatchObject({ code: 'ABORTED' });
    expect([streams.length, logged]).toEqual([1, []]);
  });

  it('ends the call if it is the greeting that cannot be said', async () => {
    const { streams, line } = await answered({ settings: { greeting: 'Welcome.' } });
    (await ready(streams[0])).outlet.send(streamError('VOICE_NOT_FOUND'));
    await turn();
    expect(line).toEqual([expect.stringMatching(/^close 1008 VOICE_NOT_FOUND/)]);
  });
});
