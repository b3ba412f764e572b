import { describe, expect, it } from 'vitest';
import { otherParameters, parseCallSettings } from './call-settings.ts';

describe('the parameters of a call', () => {
  it.each([
    [{}, { bargeIn: true }],
    [{ bargeIn: 'false' }, { bargeIn: false }],
    [{ bargeIn: 'true' }, { bargeIn: true }],
    [{ bargeIn: false }, { bargeIn: false }],
    [
      { greeting: ' Welcome. ', voiceCode: ' joe ' },
      { greeting: 'Welcome.', voiceCode: 'joe', bargeIn: true },
    ],
    [{ greeting: ' ' }, { greeting: '', bargeIn: true }],
    [{ language: 'en' }, { language: 'en', bargeIn: true }],
    [
      { webhookUrl: 'https://receiver.example/hook' },
      { webhookUrl: 'https://receiver.example/hook', bargeIn: true },
    ],
  ])('may be %j', (parameters, settings) => {
    expect(parseCallSettings(parameters)).toEqual(settings);
  });

  it.each<[string, object]>([
    ['bargeIn', { bargeIn: 'yes' }],
    ['bargeIn', { bargeIn: 1 }],
    ['greeting', { greeting: 'a'.repeat(4097) }],
    ['voiceCode', { voiceCode: ' ' }],
    ['webhookUrl', { webhookUrl: 'receiver.example' }],
    ['language', { language: 'no language' }],
  ])('are refused for their %s: %j', (field, parameters) => {
    expect(() => parseCallSettings({ ...parameters })).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', details: expect.objectContaining({ field }) }),
    );
    expect(() => parseCallSettings({ ...parameters }, 'INVALID_CONFIG')).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG' }),
    );
  });

  it('that Parlance does not know are left to the program', () => {
    const parameters = { room: '7', toString: 'mine', greeting: 'Hello.', bargeIn: 'true' };
    expect(otherParameters(parameters)).toEqual({ room: '7', toString: 'mine' });
  });
});
