import type { SessionClientMessageType, SessionServerMessageType } from '@parlance/core/session';

/** One message of each type of a session; a test checks each against its schema. */
export const EXAMPLES = {
  STREAMING_CONFIG: {
    type: 'STREAMING_CONFIG',
    config: {
      sampleRateHertz: 16_000,
      sampleSizeByte: 2,
      channel: 1,
      interimResults: true,
      sessionId: 'my-call-1',
      vadConfig: { noInputTimeoutMs: 5000, speechCompleteTimeoutMs: 800 },
    },
  },
  AUDIO_CHUNK: { type: 'AUDIO_CHUNK', audioContent: 'AAABAAIAAwA=' },
  DONE: { type: 'DONE' },
  PING: { type: 'PING' },
  READY: { type: 'READY', sessionId: '4cdb8471a65749fa96b61b0faddb8ec3' },
  INTERIM_RESULT: {
    type: 'INTERIM_RESULT',
    text: 'And so my fellow',
    isFinal: false,
    stability: 0.75,
    startTime: 0.084,
    endTime: 1.5,
    startVoiceTime: 0.384,
    endVoiceTime: 1.5,
  },
  FINAL_RESULT: {
    type: 'FINAL_RESULT',
    text: 'And so my fellow Americans.',
    textRaw: 'And so my fellow Americans.',
    isFinal: true,
    confidenceScore: 1,
    startTime: 0.084,
    endTime: 2.604,
    startVoiceTime: 0.384,
    endVoiceTime: 2.304,
    speechType: 'detected-speech',
    status: 'SUCCESS',
  },
  PONG: { type: 'PONG' },
  STREAM_END: { type: 'STREAM_END', sessionId: '4cdb8471a65749fa96b61b0faddb8ec3', totalUtterances: 1 },
  ERROR: {
    type: 'ERROR',
    code: 'NO_INPUT_TIMEOUT',
    message: 'No speech was heard for 5000 ms.',
    stage: 'STREAMING',
    retryable: false,
  },
} as const satisfies Record<SessionClientMessageType | SessionServerMessageType, object>;
