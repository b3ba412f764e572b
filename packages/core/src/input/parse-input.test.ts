import { describe, expect, it } from 'vitest';
import { SpeechError } from '../errors/speech-error.ts';
import { serverSettings } from '../settings/server-settings.ts';
import { liveSynthesisInput, speakInput } from '../synthesis/request/synthesis-input.ts';
import { parseInput } from './parse-input.ts';

const refusal = (value: unknown): SpeechError => {
  try {
    parseInput(liveSynthesisInput, value);
  } catch (error) {
    return error as SpeechError;
  }
  throw new SpeechError('INTERNAL', 'nothing was refused');
};

describe('parseInput', () => {
  it.each([
    [{ voiceCode: 'slt' }, 'text is required.'],
    [{ text: 'x' }, 'voiceCode is required.'],
    [{ text: ' \n ', voiceCode: 'slt' }, 'text must not be empty'],
    [{ text: 'x', voiceCode: ' ' }, 'voiceCode must not be empty'],
    [{ text: 7, voiceCode: 'slt' }, 'text must be a string; got 7.'],
    [
      { text: 'x', voiceCode: 'slt', outputFormat: 'ogg' },
      'outputFormat must be one of mp3, wav, pcm; got "ogg".',
    ],
    [{ text: 'x', voiceCode: 'slt', bitrate: 100 }, 'bitrate must be one of 8, 16, 32, 64, 128; got 100.'],
    [{ text: 'x', voiceCode: 'slt', speed: '1' }, 'speed must be a number from 0.25 to 1.9; got "1".'],
    [{ text: 'x', voiceCode: 'slt', speed: null }, 'speed must be a number from 0.25 to 1.9; got null.'],
    [{ text: 'x', voiceCode: 'slt', sampleRate: 11_025 }, 'sampleRate must be one of 8000, 16000,'],
  ])('refuses %j with "%s"', (value, message) => {
    expect(refusal(value).message).toContain(message);
    expect(refusal(value).code).toBe('INVALID_INPUT');
  });

  it('counts code points after trimming', () => {
    const text = `  ${'😀'.repeat(300)}\n`;
    expect(parseInput(liveSynthesisInput, { text, voiceCode: 'slt' }).text).toBe('😀'.repeat(300));
    expect(refusal({ text: `${text}😀`, voiceCode: 'slt' }).message).toContain('the limit is 300');
  });

  it('never repeats a long text', () => {
    expect(refusal({ text: 'secret '.repeat(100), voiceCode: 'slt' }).message).not.toContain('secret');
  });

  it('drops unknown members of a body and refuses them in settings', () => {
    expect(parseInput(liveSynthesisInput, { text: 'x', voiceCode: 'slt', extra: 1 })).not.toHaveProperty(
      'extra',
    );
    expect(() => parseInput(serverSettings, { extra: 1 }, 'INVALID_CONFIG')).toThrow('extra');
  });

  it('tells no password of an address, no long text and no object, but where they are', () => {
    const refusalOf = (databaseUrl: unknown): string => {
      try {
        parseInput(serverSettings, { databaseUrl });
      } catch (error) {
        return (error as SpeechError).message;
      }
      return '';
    };
    expect(refusalOf('mysql://me:secret@host/db')).toMatch(/^databaseUrl must be an address [^;]*\.$/);
    expect(refusalOf({ secret: 1 })).toMatch(/^databaseUrl [^;]*\.$/);
    expect(refusalOf('x'.repeat(40))).toContain(`got "${'x'.repeat(40)}"`);
    expect(refusalOf('x'.repeat(41))).not.toContain('got');
    expect(refusalOf('mysql://host/a@b\u202e')).toContain('got "mysql://host/a@b\\u202e"');
    expect(refusalOf(true)).toContain('got true');
    expect(refusal('no object').message).toMatch(/^The body .*; got "no object"\.$/);
  });

  it.each([
    [{ hots: 'a' }, 'hots is not known. Did you mean host?', 'hots'],
    [{ wyoming: { prot: 1 } }, 'wyoming.prot is not known. Did you mean port?', 'wyoming.prot'],
    [
      { retention: { days: 1, ledgerDay: 3 } },
      'retention.ledgerDay is not known. Did you mean ledgerDays?',
      'retention.days',
    ],
    [{ tls: { xyz: 1, certFile: 'a', keyFile: 'b' } }, 'tls.xyz is not known.', 'tls.xyz'],
    [{ port: 'a', hots: 'b' }, 'hots is not known', 'port'],
  ])(
    'names the setting that was meant by %j, and the first fault as the field',
    (settings, message, field) => {
      expect(() => parseInput(serverSettings, settings, 'INVALID_CONFIG')).toThrow(
        expect.objectContaining({
          code: 'INVALID_CONFIG',
          message: expect.stringContaining(message),
          details: { field },
        }),
      );
    },
  );

  it('fills in the pauses that are left out', () => {
    const { clientPause } = parseInput(speakInput, { text: 'x', clientPause: { majorBreak: 1 } });
    expect(clientPause).toEqual({
      majorBreak: 1,
      mediumBreak: 0.25,
      paragraphBreak: 0.6,
      sentenceBreak: 0.45,
    });
  });
});
