import { readFileSync } from 'node:fs';
import { parseClientMessage, sessionClientMessages, sessionServerMessages } from '@parlance/core/session';
import { describe, expect, it } from 'vitest';
import { readTranscript, renderTranscript } from './realtime-transcript.ts';

const PAGE = new URL('../../docs/realtime.md', import.meta.url);
const transcript = readTranscript();
const typesOf = (from: 'client' | 'server'): Set<string> =>
  new Set(transcript.filter((recorded) => recorded.from === from).map(({ message }) => message.type));

describe('the recorded session', () => {
  it('stands in docs/realtime.md as it was recorded', () => {
    expect(readFileSync(PAGE, 'utf8')).toContain(renderTranscript(transcript));
  });

  it('has a message of every type but ERROR', () => {
    expect(typesOf('client')).toEqual(new Set(Object.keys(sessionClientMessages)));
    expect(typesOf('server')).toEqual(
      new Set(Object.keys(sessionServerMessages).filter((type) => type !== 'ERROR')),
    );
  });

  it('has from the server what the schemas allow, and nothing besides', () => {
    for (const { from, message } of transcript) {
      if (from === 'client') continue;
      const schema = sessionServerMessages[message.type as keyof typeof sessionServerMessages];
      expect(schema.strict().safeParse(message).error, JSON.stringify(message)).toBeUndefined();
    }
  });

  it('has from the client what the server takes', () => {
    for (const { from, message } of transcript) {
      // Of audio the transcript keeps the size only.
      if (from === 'server' || message.type === 'AUDIO_CHUNK') continue;
      expect(parseClientMessage(JSON.stringify(message)).type).not.toMatch(/malformed|invalid/);
    }
  });
});
