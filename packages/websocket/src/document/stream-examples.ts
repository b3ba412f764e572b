import type { streamClientMessages, streamServerMessages } from '@parlance/core/speech-stream';

type MessageName = keyof typeof streamClientMessages | keyof typeof streamServerMessages;

/** One message of each type of a speech stream; a test checks each against its schema. */
export const STREAM_EXAMPLES = {
  SPEECH_CONFIG: {
    type: 'SPEECH_CONFIG',
    config: { voiceCode: 'joe', outputFormat: 'pcm', sampleRate: 22_050 },
  },
  TEXT: { type: 'TEXT', text: 'Hello there, ' },
  FLUSH: { type: 'FLUSH' },
  CANCEL: { type: 'CANCEL' },
  DONE: { type: 'DONE' },
  PING: { type: 'PING' },
  READY: {
    type: 'READY',
    sessionId: '914d14909b884b079e1afd5bc0ee6779',
    voiceCode: 'joe',
    outputFormat: 'pcm',
    sampleRateHertz: 22_050,
    contentType: 'audio/pcm;rate=22050;channels=1;format=s16le',
  },
  SPOKEN: { type: 'SPOKEN', start: 0, end: 12, startTime: 0, endTime: 0.9288 },
  FLUSHED: { type: 'FLUSHED', characters: 138, audioSeconds: 8.4123 },
  CANCELLED: { type: 'CANCELLED', characters: 201, audioSeconds: 1.6526 },
  PONG: { type: 'PONG' },
  STREAM_END: {
    type: 'STREAM_END',
    sessionId: '914d14909b884b079e1afd5bc0ee6779',
    characters: 211,
    audioSeconds: 2.2737,
  },
  WORDS: {
    type: 'WORDS',
    words: [
      { text: 'Hello', start: 0, end: 5, startTime: 0.04, endTime: 0.41 },
      { text: 'there,', start: 6, end: 12, startTime: 0.41, endTime: 0.74 },
    ],
  },
  MARK: { type: 'MARK', name: 'here', time: 1.25 },
  WARNING: {
    type: 'WARNING',
    message: 'line 1, column 24: pitch of prosody is not supported; it is passed over',
  },
  ERROR: {
    type: 'ERROR',
    code: 'NO_INPUT_TIMEOUT',
    message: 'No message came and nothing was spoken for 60 seconds.',
    stage: 'STREAMING',
    retryable: false,
  },
} as const satisfies Record<MessageName, object>;
