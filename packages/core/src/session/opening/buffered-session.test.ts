import { deferred } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { SpeechError } from '../../errors/speech-error.ts';
import type { RecognitionSession, SessionOptions, SessionOutlet } from '../recognition-session.ts';
import type { SessionErrorMessage } from '../session-errors.ts';
import type { ClientMessage, FinalResultMessage, ServerMessage } from '../session-messages.ts';
import { BufferedSession, type SessionListener } from './buffered-session.ts';

const CREDENTIALS = { token: 'good', appId: 'app1' };
const CONFIG = { sampleRateHz: 16_000, interimResults: true, speechCompleteTimeoutMs: 800 };
const TIMES = { startTime: 0, endTime: 1, startVoiceTime: 0, endVoiceTime: 1 };
const INTERIM = { type: 'INTERIM_RESULT', text: 'Hel', isFinal: false, stability: 0.5, ...TIMES } as const;
const FINAL: FinalResultMessage = {
  ...{ type: 'FINAL_RESULT', text: 'Hello.', textRaw: 'hello', isFinal: true, ...TIMES },
  ...{ confidenceScore: 1, speechType: 'detected-speech', status: 'SUCCESS' },
};
const ERROR: SessionErrorMessage = {
  ...{ type: 'ERROR', code: 'INTERNAL_ERROR', message: 'It failed.' },
  ...{ stage: 'STREAMING', retryable: true },
};
const audio = (byte: number): ClientMessage => ({ type: 'audio', bytes: new Uint8Array([byte, 0]) });

/** A session of a service that notes what it gets, and what its protocol is told; both in one list, in order. */
function openBuffered(members: Partial<SessionListener> = {}) {
  const events: unknown[] = [];
  const opened: { options: SessionOptions | undefined; outlet: SessionOutlet }[] = [];
  const over = deferred();
  const note = (what: unknown): void => void events.push(what);
  const inner: RecognitionSession = {
    sessionId: 'session1',
    ended: over.promise,
    receive: note,
    arriving: () => note('arriving'),
    leave: () => note('left'),
    stop: note,
  };
  const session = new BufferedSession({
    onReady: () => note('ready'),
    onInterim: note,
    onFinal: note,
    onEnd: () => note('end'),
    onError: note,
    close: note,
    pause: () => note('pause'),
    resume: () => note('resume'),
    ...members,
  });
  const service = {
    openSession(_credentials: unknown, outlet: SessionOutlet, options?: SessionOptions) {
      opened.push({ options, outlet });
      return inner;
    },
  };
  const open = (options: SessionOptions = {}): void =>
    session.open(service, CREDENTIALS, { config: CONFIG, ...options });
  const tell = (message: ServerMessage): void => opened[0]?.outlet.send(message);
  return { session, events, opened, open, tell, over };
}

const READY: ServerMessage = { type: 'READY', sessionId: 'session1' };

describe('a session whose client does not wait for READY', () => {
  it('reads on after READY, with all that came before in order', () => {
    const { session, events, open, tell } = openBuffered();
    expect([session.sessionId, session.isUntouched]).toEqual(['', true]);
    session.receive(audio(1));
    session.whenReady(() => void events.push('run'));
    expect([events, session.isUntouched]).toEqual([['pause', 'pause'], false]);
    open();
    session.receive(audio(2));
    expect(events.splice(0)).toEqual(['pause', 'pause', { type: 'config', config: CONFIG }, 'pause']);
    tell(READY);
    session.receive(audio(3));
    expect(events).toEqual(['ready', 'resume', audio(1), 'run', audio(2), audio(3)]);
    expect([session.sessionId, session.isUntouched]).toEqual(['session1', false]);
  });

  it('is paused again by what was held if that is too much', () => {
    const { session, events, opened, open, tell } = openBuffered();
    session.whenReady(() => opened[0]?.outlet.pause());
    open();
    events.length = 0;
    tell(READY);
    expect(events).toEqual(['ready', 'resume', 'pause']);
    opened[0]?.outlet.resume();
    expect(events.at(-1)).toBe('resume');
  });

  it('passes the options on, and asks for notices only where the protocol tells them', () => {
    const silent = openBuffered();
    silent.open({ maxSeconds: 60 });
    expect(silent.opened[0]?.options).toEqual({ maxSeconds: 60 });
    expect(silent.opened[0]?.outlet).not.toHaveProperty('notify');
    const notices: unknown[] = [];
    const telling = openBuffered({ onNotice: (notice) => void notices.push(notice) });
    telling.open();
    telling.opened[0]?.outlet.notify?.({ type: 'committed' });
    expect(notices).toEqual([{ type: 'committed' }]);
  });

  it('tells its protocol each event once', () => {
    const { events, opened, open, tell } = openBuffered();
    open();
    tell(READY);
    events.length = 0;
    for (const message of [INTERIM, FINAL, { type: 'PONG' }, ERROR] as const) tell(message);
    tell({ type: 'STREAM_END', sessionId: 'session1', totalUtterances: 1 });
    opened[0]?.outlet.close(1000);
    expect(events).toEqual([INTERIM, FINAL, ERROR, 'end', 1000]);
  });

  it('lacks nothing where a protocol tells only finals and errors', () => {
    const events: unknown[] = [];
    const listener: SessionListener = {
      onFinal: (final) => void events.push(final),
      onError: (error) => void events.push(error),
      pause: () => undefined,
      resume: () => undefined,
    };
    let outlet: SessionOutlet | undefined;
    const session = new BufferedSession(listener);
    const openSession = (_credentials: unknown, given: SessionOutlet): RecognitionSession => {
      outlet = given;
      const nothing = (): void => undefined;
      return {
        sessionId: 's',
        ended: Promise.resolve(),
        receive: nothing,
        arriving: nothing,
        leave: nothing,
        stop: nothing,
      };
    };
    session.open({ openSession }, CREDENTIALS, { config: CONFIG });
    for (const message of [READY, INTERIM, FINAL, ERROR] as const) outlet?.send(message);
    outlet?.send({ type: 'STREAM_END', sessionId: 's', totalUtterances: 1 });
    outlet?.close(1000);
    expect(events).toEqual([FINAL, ERROR]);
  });

  it('ends when the service has released everything', async () => {
    const { session, events, open, over } = openBuffered();
    open();
    session.arriving();
    session.leave();
    const stop = new SpeechError('SHUTTING_DOWN', 'It ends.');
    session.stop(stop);
    expect(events.slice(1)).toEqual(['arriving', 'left', stop]);
    let hasEnded = false;
    const ended = session.ended.then(() => {
      hasEnded = true;
    });
    await new Promise(setImmediate);
    expect(hasEnded).toBe(false);
    over.resolve();
    await ended;
  });

  it.each(['leave', 'stop'] as const)(
    'ends at once at %s before it is opened, and is not opened any more',
    async (how) => {
      const { session, opened, open } = openBuffered();
      session.arriving();
      if (how === 'leave') session.leave();
      else session.stop(new SpeechError('SHUTTING_DOWN', 'It ends.'));
      await session.ended;
      open();
      expect(opened).toEqual([]);
    },
  );
});
