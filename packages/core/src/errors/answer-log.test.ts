import { describe, expect, it } from 'vitest';
import { answerLogLevel } from './answer-log.ts';
import { SpeechError } from './speech-error.ts';

describe('answerLogLevel', () => {
  it.each([
    ['a refusal of a busy server', 'QUEUE_FULL', 503, 'warn'],
    ['a refusal of a server that ends', 'SHUTTING_DOWN', 503, 'warn'],
    ['a failure', 'ENGINE_FAILED', 500, 'error'],
    ['a fault of the caller', 'INVALID_INPUT', 400, 'debug'],
  ] as const)('logs %s at the right level', (_what, code, status, level) => {
    expect(answerLogLevel(new SpeechError(code, 'no'), status)).toBe(level);
  });
});
