import { describe, expect, it } from 'vitest';
import { LIMITS } from '../src/limits/index.ts';
import { BYTES_PER_SECOND, openReady, words } from './support/speech-stream-client.ts';
import { openSynthesisBench, type SynthesisBench, VOICE } from './support/synthesis-bench.ts';

describe('a stream of SSML', () => {
  const openSsml = (bench: SynthesisBench) => openReady(bench, undefined, { textType: 'ssml' });

  it('speaks each document when it is complete, and reports its text', async () => {
    await using bench = await openSynthesisBench({ credits: '100' });
    const { say, closed, told, spans, audioBytes, stream } = await openSsml(bench);
    const document =
      '<speak>One <odd>two</odd>.<break time="2s"/><mark name="here"/>Three &amp; four.</speak>';
    for (const text of words(document)) say({ type: 'TEXT', text });
    say({ type: 'FLUSH' });
    say({ type: 'TEXT', text: '\n' });
    say({ type: 'FLUSH' });
    say({ type: 'TEXT', text: '<speak>Five.</speak>' });
    say({ type: 'DONE' });
    expect(await closed).toBe(1000);
    await stream.ended;
    const [first, second, third] = ['One two.', 'Three & four.', 'Five.'];
    expect(told.filter(({ type }) => type !== 'audio')).toMatchObject([
      { type: 'READY' },
      { type: 'WARNING', message: expect.stringContaining('odd is not known') },
      { type: 'SPOKEN', start: 0, end: first?.length },
      { type: 'MARK', name: 'here', time: spans()[0]?.endTime },
      { type: 'SPOKEN' },
      { type: 'FLUSHED', characters: `${first}${second}`.length },
      { type: 'FLUSHED', characters: `${first}${second}`.length },
      { type: 'SPOKEN' },
      { type: 'STREAM_END', characters: `${first}${second}${third}`.length },
    ]);
    expect(spans()[0]?.endTime).toBeCloseTo(2 + 8 / 15, 1);
    expect(audioBytes() / BYTES_PER_SECOND).toBeCloseTo(2 + 'One two.Three and four.Five.'.length / 15, 1);
    // Half a credit a character.
    expect(await bench.balance()).toBe('87');
  });

  it('lets a voice that costs as much as its own speak parts', async () => {
    const voices = [VOICE, { ...VOICE, code: 'other' }, { ...VOICE, code: 'cheap', creditFactor: '0.1' }];
    await using bench = await openSynthesisBench({ credits: '100', voices });
    const { say, closed } = await openSsml(bench);
    const parts = ['other', 'cheap'].map((name) => `<voice name="${name}">One.</voice>`);
    say({ type: 'TEXT', text: `<speak>${parts.join('')}</speak>` });
    say({ type: 'DONE' });
    expect(await closed).toBe(1000);
    expect(bench.engine.calls.map(({ input }) => input.voiceCode)).toEqual(['other', 'cheap']);
  });

  it('ends at the document with which its texts are too long together', async () => {
    await using bench = await openSynthesisBench();
    const { say, closed, error, until } = await openSsml(bench);
    const document = `<speak>${'word '.repeat(760)}</speak>`;
    for (let count = 1; count <= 6; count += 1) {
      say({ type: 'TEXT', text: document });
      say({ type: 'FLUSH' });
    }
    await until('ERROR');
    await closed;
    expect(error()).toMatchObject({ code: 'TEXT_TOO_LONG' });
  });

  it('drops a document that is cancelled before its end', async () => {
    await using bench = await openSynthesisBench();
    const { say, closed, told } = await openSsml(bench);
    say({ type: 'TEXT', text: '<speak>One two' });
    say({ type: 'CANCEL' });
    say({ type: 'TEXT', text: '<speak>Three.</speak>' });
    say({ type: 'DONE' });
    expect(await closed).toBe(1000);
    expect(told.filter(({ type }) => type !== 'audio').map(({ type }) => type)).toEqual([
      'READY',
      'CANCELLED',
      'SPOKEN',
      'STREAM_END',
    ]);
    expect(told.at(-1)).toMatchObject({ characters: 6 });
  });

  it.each([
    ['is not well-formed', '<speak>One', 'INVALID_INPUT'],
    ['names a voice that there is not', '<speak><voice name="x">One</voice></speak>', 'VOICE_NOT_FOUND'],
    ['says more than a stream may', `<speak>${'a '.repeat(10_001)}</speak>`, 'INVALID_INPUT'],
    ['is dearer than the stream', '<speak><voice name="dear">One</voice></speak>', 'INVALID_INPUT'],
  ])('ends at a document that %s, and charges nothing for it', async (_what, document, code) => {
    const voices = [VOICE, { ...VOICE, code: 'dear', creditFactor: '7' }];
    await using bench = await openSynthesisBench({ credits: '100', voices });
    const { say, closed, error, stream } = await openSsml(bench);
    for (let at = 0; at < document.length; at += 4096)
      say({ type: 'TEXT', text: document.slice(at, at + 4096) });
    say({ type: 'FLUSH' });
    expect(await closed).toBe(1008);
    expect(error()).toMatchObject({ type: 'ERROR', code });
    await stream.ended;
    expect(await bench.balance()).toBe('100');
  });

  it('speaks nothing that is not paid for', async () => {
    await using bench = await openSynthesisBench({ credits: '2' });
    const { say, closed, error, stream, audioBytes } = await openSsml(bench);
    say({ type: 'TEXT', text: '<speak>One two three.</speak>' });
    say({ type: 'FLUSH' });
    await closed;
    expect([error(), audioBytes()]).toMatchObject([{ code: 'INSUFFICIENT_CREDIT' }, 0]);
    await stream.ended;
    expect(await bench.balance()).toBe('2');
  });

  it('accepts no more markup than eight times the text of a stream', async () => {
    await using bench = await openSynthesisBench();
    const { say, closed, error } = await openSsml(bench);
    const most = LIMITS.speechStream.maxTextChars * LIMITS.ssml.maxMarkupFactor;
    for (let at = 0; at <= most; at += 4000) say({ type: 'TEXT', text: ' '.repeat(4000) });
    await closed;
    expect(error()).toMatchObject({ code: 'TEXT_TOO_LONG' });
  });
});
