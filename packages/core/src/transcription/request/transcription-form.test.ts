import { expect, it } from 'vitest';
import { parseInput } from '../../input/parse-input.ts';
import { transcriptionForm } from './transcription-form.ts';

it('treats an empty address field as absent', () => {
  const form = { audioUrl: ' ', webhookUrl: '', note: 'x' };
  expect(parseInput(transcriptionForm, form)).toEqual({ audioUrl: undefined, webhookUrl: undefined });
});

it('trims addresses and refuses invalid ones', () => {
  expect(parseInput(transcriptionForm, { audioUrl: ' http://a.example/b.wav ' }).audioUrl).toBe(
    'http://a.example/b.wav',
  );
  expect(() => parseInput(transcriptionForm, { webhookUrl: 'nowhere' })).toThrow(
    /^webhookUrl must be an http or https address/,
  );
});

it.each(['audioUrl', 'webhookUrl'])('refuses %s with a character that databases reject', (field) => {
  expect(() => parseInput(transcriptionForm, { [field]: 'http://a.example/b\0c' })).toThrow(
    `${field} must have no control characters`,
  );
});

it.each([
  ['language', ' de-AT ', 'de-AT'],
  ['language', ' ', undefined],
  ['channels', 'separate', 'separate'],
  ['words', 'true', true],
  ['words', 'false', false],
  ['vocabulary', ' ', undefined],
  ['vocabulary', ' [{"term":"Siobhan"}] ', [{ term: 'Siobhan' }]],
])('reads %s %j as %j', (field, text, value) => {
  expect(parseInput(transcriptionForm, { [field]: text })).toEqual({ [field]: value });
});

it.each([
  ['language', 'nowhere at all'],
  ['channels', 'stereo'],
  ['words', 'yes'],
  ['vocabulary', 'Siobhan'],
  ['vocabulary', '{"term":"Siobhan"}'],
])('refuses %s %j, and names the field', (field, text) => {
  expect(() => parseInput(transcriptionForm, { [field]: text })).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', details: expect.objectContaining({ field }) }),
  );
});
