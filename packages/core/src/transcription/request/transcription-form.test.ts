import { expect, it } from 'vitest';
import { parseInput } from '../../input/parse-input.ts';
import { transcriptionForm } from './transcription-form.ts';

it('takes an address field that was left empty for none', () => {
  const form = { audioUrl: ' ', webhookUrl: '', note: 'x' };
  expect(parseInput(transcriptionForm, form)).toEqual({ audioUrl: undefined, webhookUrl: undefined });
});

it('trims addresses and refuses what is none', () => {
  expect(parseInput(transcriptionForm, { audioUrl: ' http://a.example/b.wav ' }).audioUrl).toBe(
    'http://a.example/b.wav',
  );
  expect(() => parseInput(transcriptionForm, { webhookUrl: 'nowhere' })).toThrow(
    /^webhookUrl must be an http or https address/,
  );
});

it.each(['audioUrl', 'webhookUrl'])('refuses %s with a character that no database takes', (field) => {
  expect(() => parseInput(transcriptionForm, { [field]: 'http://a.example/b\0c' })).toThrow(
    `${field} must have no control characters`,
  );
});
