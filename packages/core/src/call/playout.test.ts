import { manualClock } from '@parlance/testkit';
import { expect, it } from 'vitest';
import type { Line } from './line.ts';
import { Playout } from './playout.ts';

/** 16 bytes a millisecond. */
const audio = (ms: number): Uint8Array => new Uint8Array(ms * 16);

function open(leadMs = 100) {
  const clock = manualClock();
  const sent: string[] = [];
  const line: Pick<Line, 'leadMs' | 'pieceMs' | 'play' | 'mark' | 'clear'> = {
    leadMs,
    pieceMs: 20,
    play: (pcm) => void sent.push(String(pcm.length / 16)),
    mark: (name) => void sent.push(name),
    clear: () => void sent.push('clear'),
  };
  return { clock, sent, playout: new Playout(line as Line, clock) };
}

it('sends what the lead allows, and the rest as it is played', () => {
  const { clock, sent, playout } = open();
  void playout.play(audio(210));
  playout.mark('end');
  // The lead, and the piece that passes it.
  expect(sent).toEqual(['20', '20', '20', '20', '20', '20']);
  clock.advance(19);
  expect(sent.length).toBe(6);
  clock.advance(1);
  expect(sent.length).toBe(7);
  clock.advance(80);
  expect(sent.slice(6)).toEqual(['20', '20', '20', '20', '10', 'end']);
});

it('reports when all of a piece has been sent', async () => {
  const { clock, playout } = open(0);
  let isSent = false;
  const sending = playout.play(audio(40)).then(() => {
    isSent = true;
  });
  await Promise.resolve();
  expect(isSent).toBe(false);
  clock.advance(20);
  await sending;
  expect(isSent).toBe(true);
});

it('continues after a pause, without a burst for the time that passed', () => {
  const { clock, sent, playout } = open(0);
  void playout.play(audio(20));
  clock.advance(10_000);
  void playout.play(audio(60));
  expect(sent).toEqual(['20', '20']);
  clock.advance(20);
  expect(sent).toEqual(['20', '20', '20']);
});

it('drops waiting audio with its marks, and sends later audio at once', async () => {
  const { clock, sent, playout } = open();
  const dropped = playout.play(audio(1000));
  playout.mark('never');
  playout.clear();
  await dropped;
  void playout.play(audio(20));
  expect(sent.slice(-2)).toEqual(['clear', '20']);
  clock.advance(5000);
  expect(sent).not.toContain('never');
  expect(clock.pendingTimers).toBe(0);
});
