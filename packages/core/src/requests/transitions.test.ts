import { describe, expect, it } from 'vitest';
import { isTerminal, transition } from '../platform/transition-table.ts';
import { SYNTHESIS_REQUEST_MOVES } from './records/synthesis-request-state.ts';
import { TRANSCRIPT_MOVES } from './records/transcript-state.ts';

/** Every state with every event: what is not listed here must be refused. */
const SYNTHESIS = [
  ['PROCESSING', 'succeed', 'COMPLETED'],
  ['PROCESSING', 'fail', 'FAILED'],
  ['COMPLETED', 'succeed', undefined],
  ['COMPLETED', 'fail', undefined],
  ['FAILED', 'succeed', undefined],
  ['FAILED', 'fail', undefined],
] as const;

const TRANSCRIPTS = [
  ['PENDING', 'start', 'PROCESSING'],
  ['PENDING', 'requeue', undefined],
  ['PENDING', 'succeed', undefined],
  ['PENDING', 'fail', 'FAILED'],
  ['PROCESSING', 'start', undefined],
  ['PROCESSING', 'requeue', 'PENDING'],
  ['PROCESSING', 'succeed', 'COMPLETED'],
  ['PROCESSING', 'fail', 'FAILED'],
  ...(['COMPLETED', 'FAILED'] as const).flatMap((state) =>
    (['start', 'requeue', 'succeed', 'fail'] as const).map((event) => [state, event, undefined] as const),
  ),
] as const;

describe('a TTS request', () => {
  it.each(SYNTHESIS)('%s on %s goes to %s', (state, event, next) => {
    const move = () => transition(SYNTHESIS_REQUEST_MOVES, state, event);
    if (next === undefined) expect(move).toThrow(`State ${state} does not answer the event ${event}.`);
    else expect(move()).toBe(next);
  });
});

describe('a transcript', () => {
  it.each(TRANSCRIPTS)('%s on %s goes to %s', (state, event, next) => {
    const move = () => transition(TRANSCRIPT_MOVES, state, event);
    if (next === undefined) expect(move).toThrow(`State ${state} does not answer the event ${event}.`);
    else expect(move()).toBe(next);
  });

  it.each([
    ['PENDING', false],
    ['PROCESSING', false],
    ['COMPLETED', true],
    ['FAILED', true],
  ] as const)('%s is an end: %s', (state, expected) => {
    expect(isTerminal(TRANSCRIPT_MOVES, state)).toBe(expected);
  });
});
