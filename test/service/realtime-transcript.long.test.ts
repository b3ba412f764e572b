import { wordErrorRate } from '@parlance/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../browser/running-server.ts';
import { hasModels } from './real-speech.ts';
import { type RecordedMessage, readTranscript, recordTranscript } from './realtime-transcript.ts';

/** The order in which the server sends what, whatever the number of interims; PONG answers in between. */
function shapeOf(transcript: readonly RecordedMessage[]): string {
  const types = transcript
    .filter(({ from, message }) => from === 'server' && message.type !== 'PONG')
    .map(({ message }) => message.type);
  return types.filter((type, at) => type !== types[at - 1]).join(' ');
}

/** The members of each type of message, with the types of their values. */
function membersOf(transcript: readonly RecordedMessage[]): Record<string, string[]> {
  const members: Record<string, string[]> = {};
  for (const { message } of transcript) {
    members[message.type] = Object.entries(message)
      .map(([name, value]) => `${name}: ${typeof value}`)
      .sort();
  }
  return members;
}

const textOf = (transcript: readonly RecordedMessage[]): string =>
  transcript
    .filter(({ message }) => message.type === 'FINAL_RESULT')
    .map(({ message }) => message.text)
    .join(' ');

describe.skipIf(!hasModels)('a session with a fresh server', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ plugins: ['@parlance/plugin-sherpa-onnx', '@parlance/plugin-flite'] });
  });
  afterAll(async () => {
    await server?.stop();
  });

  it('goes as it was recorded', async () => {
    const recorded = readTranscript();
    const fresh = await recordTranscript(server);
    expect(shapeOf(fresh)).toBe(shapeOf(recorded));
    expect(membersOf(fresh)).toEqual(membersOf(recorded));
    expect(fresh.filter(({ message }) => message.type === 'PONG')).toHaveLength(1);
    // Another machine computes a little differently.
    expect(wordErrorRate(textOf(recorded), textOf(fresh)).rate).toBeLessThan(0.2);
  });
});
