import { LIMITS } from '../../limits/limits.ts';
import {
  closeCodeOf,
  SESSION_CLOSE_CODES,
  type SessionErrorCode,
  type SessionFault,
  sessionErrorMessage,
} from '../session-errors.ts';
import type { ServerMessage } from '../session-messages.ts';
import {
  type SessionEffect,
  type SessionInput,
  type SessionInputType,
  type SessionState,
  type SessionStateName,
  type SessionTimer,
  STAGE_OF_STATE,
} from '../session-state.ts';
import { finalResult, interimResult, noSpeechResult } from './session-results.ts';

export interface SessionStep {
  readonly state: SessionState;
  readonly effects: readonly SessionEffect[];
}

type InputOf<Type extends SessionInputType> = Extract<SessionInput, { readonly type: Type }>;
type Answer<Type extends SessionInputType> = (state: SessionState, input: InputOf<Type>) => SessionStep;
type Row = { readonly [Type in SessionInputType]: Answer<Type> };

export const SESSION_TIMES = {
  configMs: 5000,
  /** How long an expired session waits for pending results. */
  finishMs: 5000,
} as const;

const MS_PER_SECOND = 1000;

const send = (message: ServerMessage): SessionEffect => ({ type: 'send', message });
const start = (timer: SessionTimer, delayMs: number): SessionEffect => ({
  type: 'start-timer',
  timer,
  delayMs,
});
const stop = (timer: SessionTimer): SessionEffect => ({ type: 'stop-timer', timer });

const step = (state: SessionState, ...effects: SessionEffect[]): SessionStep => ({ state, effects });
const ignore = (state: SessionState): SessionStep => step(state);

function fail(state: SessionState, fault: SessionFault): SessionStep {
  return step(
    { ...state, name: 'CLOSED' },
    send(sessionErrorMessage(fault, STAGE_OF_STATE[state.name])),
    { type: 'free' },
    { type: 'close', code: closeCodeOf(fault.code) },
  );
}

const failWith =
  (code: SessionErrorCode, message: string) =>
  (state: SessionState): SessionStep =>
    fail(state, { code, message });

const badRequest = (message: string) => failWith('BAD_REQUEST', message);
/** The driver cannot cause this. If it happens anyway, the client gets an error instead of waiting forever. */
const impossible = failWith('INTERNAL_ERROR', 'An internal error occurred.');
const notFirst = badRequest('The first message must be STREAMING_CONFIG.');
const notReady = badRequest('The server was not READY: wait for READY before anything but PING.');
const secondConfig = badRequest('STREAMING_CONFIG is sent once, right after connecting.');
const afterDone = badRequest('DONE was received: nothing but PING may follow it.');

const hold = (
  state: SessionState,
  message: Extract<SessionEffect, { type: 'hold' }>['message'],
): SessionStep => step(state, { type: 'hold', message });
const pong = (state: SessionState): SessionStep => step(state, send({ type: 'PONG' }));
const left = (state: SessionState): SessionStep => step({ ...state, name: 'CLOSED' }, { type: 'free' });
const failed: Answer<'failed'> = (state, { fault }) => fail(state, fault);
const malformed: Answer<'malformed'> = (state, { message }) => fail(state, { code: 'BAD_REQUEST', message });

function sessionTimeout({ maxSeconds }: SessionState): SessionFault {
  return {
    code: 'SESSION_TIMEOUT',
    message: `The session exceeded the maximum duration of ${maxSeconds} seconds.`,
  };
}

function noInput({ config }: SessionState): SessionFault {
  const seconds = (config?.noInputTimeoutMs ?? LIMITS.session.defaultNoInputTimeoutMs) / MS_PER_SECOND;
  return { code: 'NO_INPUT_TIMEOUT', message: `No speech was detected for ${seconds} seconds.` };
}

/** Ends the audio; pending results are still sent before the error. */
function expire(state: SessionState, expiry: SessionFault): SessionStep {
  return step(
    { ...state, name: 'EXPIRING', expiry },
    { type: 'end-audio' },
    stop('input'),
    start('finish', SESSION_TIMES.finishMs),
  );
}

const expired = (state: SessionState): SessionStep => fail(state, state.expiry ?? sessionTimeout(state));

/** For states before audio: only two timers run there. */
const timerBeforeAudio: Answer<'timer'> = (state, { timer }) => {
  switch (timer) {
    case 'session':
      return fail(state, sessionTimeout(state));
    case 'config':
      return state.name === 'CONFIGURING'
        ? badRequest(`STREAMING_CONFIG did not come within ${SESSION_TIMES.configMs} ms.`)(state)
        : ignore(state);
    case 'input':
    case 'finish':
      return ignore(state);
  }
};

function sendPartial(state: SessionState, partial: InputOf<'partial'>): SessionStep {
  if (state.config?.interimResults !== true) return ignore(state);
  const { startSeconds, endSeconds, text } = partial;
  const lastInterim = { startSeconds, endSeconds, text };
  return step({ ...state, lastInterim, interimBefore: state.lastInterim }, send(interimResult(partial)));
}

function sendFinal(state: SessionState, final: InputOf<'final'>): SessionStep {
  return step({ ...state, utterances: state.utterances + 1 }, send(finalResult(state, final)));
}

function startInput({ config }: SessionState): SessionEffect[] {
  return config?.noInputTimeoutMs === undefined ? [] : [start('input', config.noInputTimeoutMs)];
}

const notify: Answer<'notice'> = (state, { notice }) => step(state, { type: 'notify', notice });

function commit(state: SessionState, { config }: InputOf<'commit'>): SessionStep {
  const isOtherRate = config !== undefined && config.sampleRateHz !== state.config?.sampleRateHz;
  if (isOtherRate && state.receivedBytes > 0)
    return badRequest('The sample rate can be changed only before the first audio.')(state);
  return step(config === undefined ? state : { ...state, config }, { type: 'commit', config });
}

function finish(state: SessionState): SessionStep {
  const { sessionId, utterances } = state;
  return step(
    { ...state, name: 'CLOSED' },
    ...(utterances === 0 ? [send(noSpeechResult(state))] : []),
    send({ type: 'STREAM_END', sessionId, totalUtterances: utterances }),
    { type: 'free' },
    { type: 'close', code: SESSION_CLOSE_CODES.ended },
  );
}

const beforeRecognition = {
  prepared: impossible,
  'input-drained': impossible,
  partial: impossible,
  final: impossible,
  recognized: impossible,
  notice: impossible,
  arriving: ignore,
} as const;

/** Every state with every input. The types require each pair, and the tests name each. */
export const SESSION_TABLE: Readonly<Record<SessionStateName, Row>> = {
  AUTHENTICATING: {
    ...beforeRecognition,
    config: hold,
    'config-invalid': hold,
    audio: hold,
    commit: hold,
    done: hold,
    ping: hold,
    malformed: hold,
    admitted: (state) => step({ ...state, name: 'CONFIGURING' }, start('config', SESSION_TIMES.configMs)),
    timer: timerBeforeAudio,
    failed,
    left,
  },
  CONFIGURING: {
    ...beforeRecognition,
    config: (state, { config }) =>
      step({ ...state, name: 'PREPARING', config }, stop('config'), { type: 'prepare', config }),
    'config-invalid': (state, { fault }) => fail(state, fault),
    audio: notFirst,
    commit: notFirst,
    done: notFirst,
    ping: notFirst,
    malformed,
    admitted: impossible,
    timer: timerBeforeAudio,
    failed,
    left,
  },
  PREPARING: {
    ...beforeRecognition,
    config: secondConfig,
    'config-invalid': secondConfig,
    audio: notReady,
    commit: notReady,
    done: notReady,
    ping: pong,
    malformed,
    admitted: impossible,
    prepared: (state) =>
      step({ ...state, name: 'STREAMING' }, send({ type: 'READY', sessionId: state.sessionId })),
    timer: timerBeforeAudio,
    failed,
    left,
  },
  STREAMING: {
    config: secondConfig,
    'config-invalid': secondConfig,
    audio(state, { bytes }) {
      // An empty message is no audio: a client with a muted microphone must not occupy its slot.
      if (bytes.length === 0) return ignore(state);
      const receivedBytes = state.receivedBytes + bytes.length;
      return step({ ...state, isInputDrained: false, receivedBytes }, stop('input'), { type: 'feed', bytes });
    },
    commit,
    done: (state) => step({ ...state, name: 'FINISHING' }, stop('input'), { type: 'end-audio' }),
    ping: pong,
    malformed,
    admitted: impossible,
    prepared: impossible,
    'input-drained': (state) => step({ ...state, isInputDrained: true }, ...startInput(state)),
    arriving: (state) => (state.isInputDrained ? step(state, ...startInput(state)) : ignore(state)),
    partial: sendPartial,
    final(state, final) {
      const sent = sendFinal(state, final);
      return state.isInputDrained ? step(sent.state, ...sent.effects, ...startInput(state)) : sent;
    },
    notice: notify,
    recognized: (state, { reason }) =>
      reason === 'no-input' ? fail(state, noInput(state)) : impossible(state),
    timer(state, { timer }) {
      if (timer === 'session') return expire(state, sessionTimeout(state));
      return timer === 'input' ? expire(state, noInput(state)) : ignore(state);
    },
    failed,
    left,
  },
  FINISHING: {
    config: afterDone,
    'config-invalid': afterDone,
    audio: afterDone,
    commit: afterDone,
    done: afterDone,
    ping: pong,
    malformed,
    admitted: impossible,
    prepared: impossible,
    'input-drained': ignore,
    arriving: ignore,
    partial: sendPartial,
    final: sendFinal,
    notice: notify,
    recognized: (state, { reason }) => (reason === 'no-input' ? fail(state, noInput(state)) : finish(state)),
    timer: (state, { timer }) => (timer === 'session' ? expire(state, sessionTimeout(state)) : ignore(state)),
    failed,
    left,
  },
  // Messages that were sent before the client knew of the limit are not its fault.
  EXPIRING: {
    config: ignore,
    'config-invalid': ignore,
    audio: ignore,
    commit: ignore,
    done: ignore,
    ping: pong,
    malformed: ignore,
    admitted: impossible,
    prepared: impossible,
    'input-drained': ignore,
    arriving: ignore,
    partial: ignore,
    final: sendFinal,
    notice: notify,
    recognized: expired,
    timer: (state, { timer }) => (timer === 'finish' ? expired(state) : ignore(state)),
    failed: expired,
    left,
  },
  CLOSED: {
    config: ignore,
    'config-invalid': ignore,
    audio: ignore,
    commit: ignore,
    done: ignore,
    ping: ignore,
    malformed: ignore,
    admitted: ignore,
    prepared: ignore,
    'input-drained': ignore,
    arriving: ignore,
    partial: ignore,
    final: ignore,
    notice: ignore,
    recognized: ignore,
    timer: ignore,
    failed: ignore,
    left: ignore,
  },
};

/** The initial state of a session, and its first effects. */
export function beginSession(sessionId: string, maxSeconds: number): SessionStep {
  return step(
    { name: 'AUTHENTICATING', sessionId, maxSeconds, utterances: 0, receivedBytes: 0, isInputDrained: false },
    start('session', maxSeconds * MS_PER_SECOND),
  );
}

/** Applies one input to a session. Pure: effects are returned as data. */
export function stepSession(state: SessionState, input: SessionInput): SessionStep {
  // The answer of the row has exactly this type, but TypeScript can't relate the two across an index.
  const answer = SESSION_TABLE[state.name][input.type] as Answer<SessionInputType>;
  return answer(state, input as never);
}
