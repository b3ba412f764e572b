import { describe, expect, it } from 'vitest';
import type { SessionConfig } from '../session-messages.ts';
import {
  SESSION_STATES,
  type SessionEffect,
  type SessionInput,
  type SessionState,
  type SessionStateName,
} from '../session-state.ts';
import { beginSession, stepSession } from './session-table.ts';

const CONFIG: SessionConfig = {
  sampleRateHz: 16_000,
  interimResults: true,
  noInputTimeoutMs: 3000,
  speechCompleteTimeoutMs: 800,
};
const TIMES = { startSeconds: 1, endSeconds: 2.00049, startVoiceSeconds: 1.25, endVoiceSeconds: 1.75 };
const FAULT = { code: 'PROVIDER_UNAVAILABLE', message: 'gone' } as const;

const INPUTS = {
  config: { type: 'config', config: CONFIG },
  'config-invalid': { type: 'config-invalid', fault: { code: 'STT_INVALID_CHANNEL', message: 'channel' } },
  audio: { type: 'audio', bytes: new Uint8Array(4) },
  commit: { type: 'commit' },
  done: { type: 'done' },
  ping: { type: 'ping' },
  malformed: { type: 'malformed', message: 'no' },
  admitted: { type: 'admitted' },
  prepared: { type: 'prepared' },
  'input-drained': { type: 'input-drained' },
  arriving: { type: 'arriving' },
  partial: { type: 'partial', text: 'so far', stability: 0.5, ...TIMES },
  final: { type: 'final', text: 'So far.', textRaw: 'so far', logProbabilities: [], ...TIMES },
  notice: { type: 'notice', notice: { type: 'committed' } },
  'recognized: end': { type: 'recognized', reason: 'end-of-audio' },
  'recognized: no input': { type: 'recognized', reason: 'no-input' },
  'timer: config': { type: 'timer', timer: 'config' },
  'timer: session': { type: 'timer', timer: 'session' },
  'timer: input': { type: 'timer', timer: 'input' },
  'timer: finish': { type: 'timer', timer: 'finish' },
  failed: { type: 'failed', fault: FAULT },
  left: { type: 'left' },
} as const satisfies Record<string, SessionInput>;

type Name = keyof typeof INPUTS;

/** In the order of the states. `-`: nothing happens. `!CODE`: ERROR with the code, then the close. Else: the state that follows. */
const EXPECTED: Record<Name, readonly string[]> = {
  // AUTHENTICATING, CONFIGURING, PREPARING, STREAMING, FINISHING, EXPIRING, CLOSED
  config: ['hold', 'PREPARING', '!BAD_REQUEST', '!BAD_REQUEST', '!BAD_REQUEST', '-', '-'],
  'config-invalid': [
    'hold',
    '!STT_INVALID_CHANNEL',
    '!BAD_REQUEST',
    '!BAD_REQUEST',
    '!BAD_REQUEST',
    '-',
    '-',
  ],
  audio: ['hold', '!BAD_REQUEST', '!BAD_REQUEST', 'feed', '!BAD_REQUEST', '-', '-'],
  commit: ['hold', '!BAD_REQUEST', '!BAD_REQUEST', 'commit', '!BAD_REQUEST', '-', '-'],
  done: ['hold', '!BAD_REQUEST', '!BAD_REQUEST', 'FINISHING', '!BAD_REQUEST', '-', '-'],
  ping: ['hold', '!BAD_REQUEST', 'PONG', 'PONG', 'PONG', 'PONG', '-'],
  malformed: ['hold', '!BAD_REQUEST', '!BAD_REQUEST', '!BAD_REQUEST', '!BAD_REQUEST', '-', '-'],
  admitted: [
    'CONFIGURING',
    ...['!INTERNAL_ERROR', '!INTERNAL_ERROR', '!INTERNAL_ERROR', '!INTERNAL_ERROR', '!INTERNAL_ERROR', '-'],
  ],
  prepared: [
    ...['!INTERNAL_ERROR', '!INTERNAL_ERROR', 'STREAMING', '!INTERNAL_ERROR', '!INTERNAL_ERROR'],
    ...['!INTERNAL_ERROR', '-'],
  ],
  'input-drained': ['!INTERNAL_ERROR', '!INTERNAL_ERROR', '!INTERNAL_ERROR', 'start-timer', '-', '-', '-'],
  arriving: ['-', '-', '-', '-', '-', '-', '-'],
  partial: [
    ...[
      '!INTERNAL_ERROR',
      '!INTERNAL_ERROR',
      '!INTERNAL_ERROR',
      'INTERIM_RESULT',
      'INTERIM_RESULT',
      '-',
      '-',
    ],
  ],
  final: [
    ...['!INTERNAL_ERROR', '!INTERNAL_ERROR', '!INTERNAL_ERROR'],
    ...['FINAL_RESULT', 'FINAL_RESULT', 'FINAL_RESULT', '-'],
  ],
  notice: [...['!INTERNAL_ERROR', '!INTERNAL_ERROR', '!INTERNAL_ERROR', 'notify', 'notify', 'notify', '-']],
  'recognized: end': [
    ...['!INTERNAL_ERROR', '!INTERNAL_ERROR', '!INTERNAL_ERROR', '!INTERNAL_ERROR'],
    ...['FINAL_RESULT STREAM_END CLOSED', '!SESSION_TIMEOUT', '-'],
  ],
  'recognized: no input': [
    ...['!INTERNAL_ERROR', '!INTERNAL_ERROR', '!INTERNAL_ERROR'],
    ...['!NO_INPUT_TIMEOUT', '!NO_INPUT_TIMEOUT', '!SESSION_TIMEOUT', '-'],
  ],
  'timer: config': ['-', '!BAD_REQUEST', '-', '-', '-', '-', '-'],
  'timer: session': [
    ...['!SESSION_TIMEOUT', '!SESSION_TIMEOUT', '!SESSION_TIMEOUT', 'EXPIRING', 'EXPIRING', '-', '-'],
  ],
  'timer: input': ['-', '-', '-', 'EXPIRING', '-', '-', '-'],
  'timer: finish': ['-', '-', '-', '-', '-', '!SESSION_TIMEOUT', '-'],
  failed: [
    ...['!PROVIDER_UNAVAILABLE', '!PROVIDER_UNAVAILABLE', '!PROVIDER_UNAVAILABLE', '!PROVIDER_UNAVAILABLE'],
    ...['!PROVIDER_UNAVAILABLE', '!SESSION_TIMEOUT', '-'],
  ],
  left: ['CLOSED', 'CLOSED', 'CLOSED', 'CLOSED', 'CLOSED', 'CLOSED', '-'],
};

function stateOf(name: SessionStateName, members: Partial<SessionState> = {}): SessionState {
  const isConfigured = name !== 'AUTHENTICATING' && name !== 'CONFIGURING';
  return {
    ...beginSession('s1', 90).state,
    ...(isConfigured ? { config: CONFIG } : {}),
    name,
    ...members,
  };
}

const sentBy = (effects: readonly SessionEffect[]) =>
  effects.flatMap((effect) => (effect.type === 'send' ? [effect.message] : []));

/** A step in the words of the table above. */
function summary(before: SessionState, input: SessionInput): string {
  const { state, effects } = stepSession(before, input);
  const sent = sentBy(effects);
  const error = sent.find((message) => message.type === 'ERROR');
  if (error?.type === 'ERROR') return `!${error.code}`;
  const moved = state.name === before.name ? [] : [state.name];
  const told = [...sent.map(({ type }) => type), ...moved];
  if (told.length > 0) return told.filter((word) => word !== 'READY').join(' ');
  return effects.filter(({ type }) => type !== 'stop-timer').at(-1)?.type ?? '-';
}

const PAIRS = (Object.keys(INPUTS) as Name[]).flatMap((name) =>
  SESSION_STATES.map((state, column) => [state, name, EXPECTED[name][column] ?? 'missing'] as const),
);

describe('the table of sessions', () => {
  it.each(PAIRS)('%s answers %s with %s', (state, name, expected) => {
    expect(summary(stateOf(state), INPUTS[name])).toBe(expected);
  });

  it.each(PAIRS.filter(([, , expected]) => expected.startsWith('!')))(
    '%s frees everything and closes after the ERROR of %s',
    (name, input) => {
      const { state, effects } = stepSession(stateOf(name), INPUTS[input]);
      expect(state.name).toBe('CLOSED');
      expect(effects.map(({ type }) => type)).toEqual(['send', 'free', 'close']);
      const [error] = sentBy(effects);
      const [, , close] = effects;
      if (error?.type !== 'ERROR' || close?.type !== 'close') return expect.unreachable();
      const refused = error.retryable ? 1013 : 1008;
      expect(close.code).toBe(error.code === 'BAD_REQUEST' ? 1007 : refused);
    },
  );

  it('lasts as long as the operator allows, and reports it at its end', () => {
    const { state, effects } = beginSession('s1', 3600);
    expect(effects).toEqual([{ type: 'start-timer', timer: 'session', delayMs: 3_600_000 }]);
    const ended = stepSession(state, { type: 'timer', timer: 'session' });
    expect(ended.effects[0]).toMatchObject({
      message: {
        code: 'SESSION_TIMEOUT',
        message: 'The session exceeded the maximum duration of 3600 seconds.',
      },
    });
  });

  it('counts 90 seconds from the accepted connection and 5 to the configuration', () => {
    expect(beginSession('s1', 90).effects).toEqual([
      { type: 'start-timer', timer: 'session', delayMs: 90_000 },
    ]);
    const { effects } = stepSession(stateOf('AUTHENTICATING'), { type: 'admitted' });
    expect(effects).toEqual([{ type: 'start-timer', timer: 'config', delayMs: 5000 }]);
  });

  it('names the stage of the state for errors that have none of their own', () => {
    const stageIn = (name: SessionStateName) => {
      const [error] = sentBy(stepSession(stateOf(name), INPUTS.failed).effects);
      return error?.type === 'ERROR' ? error.stage : undefined;
    };
    expect(
      ['AUTHENTICATING', 'CONFIGURING', 'PREPARING', 'STREAMING', 'FINISHING'].map((name) =>
        stageIn(name as SessionStateName),
      ),
    ).toEqual(['AUTHENTICATING', 'CONFIGURING', 'CONFIGURING', 'STREAMING', 'STREAMING']);
  });

  it('gives a final result all its members, times in milliseconds', () => {
    const withInterim = stepSession(stateOf('STREAMING'), INPUTS.partial);
    expect(sentBy(withInterim.effects)).toEqual([
      {
        type: 'INTERIM_RESULT',
        text: 'so far',
        isFinal: false,
        stability: 0.5,
        startTime: 1,
        endTime: 2,
        startVoiceTime: 1.25,
        endVoiceTime: 1.75,
      },
    ]);
    const { state, effects } = stepSession(withInterim.state, { ...INPUTS.final, endSeconds: 2.5 });
    expect(state.utterances).toBe(1);
    expect(sentBy(effects)).toEqual([
      {
        type: 'FINAL_RESULT',
        text: 'So far.',
        textRaw: 'so far',
        isFinal: true,
        confidenceScore: 1,
        startTime: 1,
        endTime: 2.5,
        startVoiceTime: 1.25,
        endVoiceTime: 1.75,
        speechType: 'detected-speech',
        status: 'SUCCESS',
      },
    ]);
  });

  it('does not count an interim of the same audio as the final as agreement', () => {
    const confidenceAfter = (texts: readonly (readonly [string, number])[]): number | undefined => {
      const heard = texts.reduce(
        (state, [text, endSeconds]) => stepSession(state, { ...INPUTS.partial, text, endSeconds }).state,
        stateOf('STREAMING'),
      );
      const [final] = sentBy(stepSession(heard, INPUTS.final).effects);
      return final?.type === 'FINAL_RESULT' ? final.confidenceScore : undefined;
    };
    expect(confidenceAfter([['so near', 1.5]])).toBe(0.5);
    expect(confidenceAfter([['no near', 1.5]])).toBe(0);
    expect(
      confidenceAfter([
        ['so near', 1.5],
        ['so far', TIMES.endSeconds],
      ]),
    ).toBe(0.5);
    // Nothing else is known: the middle.
    expect(confidenceAfter([['so far', TIMES.endSeconds]])).toBe(0.5);
  });

  it('sends no interim results unless they are requested', () => {
    const quiet = stateOf('STREAMING', { config: { ...CONFIG, interimResults: false } });
    expect(stepSession(quiet, INPUTS.partial)).toEqual({ state: quiet, effects: [] });
  });

  it('ends a session with speech with its count and no no-speech result', () => {
    const { effects } = stepSession(stateOf('FINISHING', { utterances: 2 }), INPUTS['recognized: end']);
    expect(effects).toEqual([
      { type: 'send', message: { type: 'STREAM_END', sessionId: 's1', totalUtterances: 2 } },
      { type: 'free' },
      { type: 'close', code: 1000 },
    ]);
  });

  it('reports the whole audio when nobody spoke', () => {
    const silent = stateOf('FINISHING', { receivedBytes: 48_000 });
    expect(sentBy(stepSession(silent, INPUTS['recognized: end']).effects)).toMatchObject([
      { type: 'FINAL_RESULT', speechType: 'no-speech', text: '', textRaw: '', startTime: 0, endTime: 1.5 },
      { type: 'STREAM_END', totalUtterances: 0 },
    ]);
  });

  it('starts the timer of a silent connection when the recognizer waits, again with a final, and stops it with audio', () => {
    const drained = stepSession(stateOf('STREAMING'), INPUTS['input-drained']);
    const started = { type: 'start-timer', timer: 'input', delayMs: 3000 };
    expect(drained.effects).toEqual([started]);
    expect(stepSession(drained.state, INPUTS.final).effects.at(-1)).toEqual(started);
    expect(stepSession(drained.state, INPUTS.ping).effects).toEqual([
      { type: 'send', message: { type: 'PONG' } },
    ]);
    expect(stepSession(drained.state, INPUTS.arriving).effects).toEqual([started]);
    expect(stepSession(drained.state, { type: 'audio', bytes: new Uint8Array(0) }).effects).toEqual([]);
    const fed = stepSession(drained.state, INPUTS.audio);
    expect(fed.effects[0]).toEqual({ type: 'stop-timer', timer: 'input' });
    expect(stepSession(fed.state, INPUTS.final).effects).toHaveLength(1);
  });

  it('has no timer of a silent connection if the configuration sets no limit', () => {
    const { noInputTimeoutMs, ...patient } = CONFIG;
    const drained = stepSession(stateOf('STREAMING', { config: patient }), INPUTS['input-drained']);
    expect(drained.effects).toEqual([]);
    expect(stepSession(drained.state, INPUTS.arriving).effects).toEqual([]);
  });

  it('accepts another configuration with a commit, but another rate only before the first audio', () => {
    const config = { ...CONFIG, sampleRateHz: 8000 };
    const { state, effects } = stepSession(stateOf('STREAMING'), { type: 'commit', config });
    expect([state.config, effects]).toEqual([config, [{ type: 'commit', config }]]);
    const fed = stateOf('STREAMING', { receivedBytes: 2 });
    expect(summary(fed, { type: 'commit', config })).toBe('!BAD_REQUEST');
    expect(summary(fed, { type: 'commit', config: { ...CONFIG, speechCompleteTimeoutMs: 500 } })).toBe(
      'commit',
    );
  });

  it('sends what was recognized before the error of an expired session', () => {
    const expiring = stepSession(stateOf('STREAMING'), INPUTS['timer: session']);
    expect(expiring.effects.map(({ type }) => type)).toEqual(['end-audio', 'stop-timer', 'start-timer']);
    const last = stepSession(expiring.state, INPUTS.final);
    expect(sentBy(last.effects)).toMatchObject([{ type: 'FINAL_RESULT', text: 'So far.' }]);
    expect(sentBy(stepSession(last.state, INPUTS['recognized: end']).effects)).toMatchObject([
      { code: 'SESSION_TIMEOUT', stage: 'STREAMING', retryable: false },
    ]);
  });
});
