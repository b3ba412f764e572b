import { expect, it } from 'vitest';
import type { ChildReport } from '../wire/messages.ts';
import { sendReport } from './send-report.ts';

/** What the host gets of a report, as it is when it leaves. */
function sent(report: ChildReport): ChildReport {
  const copies: ChildReport[] = [];
  sendReport(report, (message) => copies.push(structuredClone(message)));
  const [copy] = copies;
  if (copy === undefined || copies.length > 1) throw new Error('It was not sent once.');
  return copy;
}

it('sends a whole chunk and releases its memory', () => {
  const chunk = Float32Array.of(1, 2, 3);
  const { buffer } = chunk;
  expect(sent({ type: 'chunk', taskId: 7, chunk })).toEqual({
    type: 'chunk',
    taskId: 7,
    chunk: Float32Array.of(1, 2, 3),
  });
  expect(buffer.detached).toBe(true);
});

it.each<[string, ChildReport]>([
  ['chunk without samples', { type: 'chunk', taskId: 7, chunk: { text: 'so far' } }],
  [
    'chunk in memory that is shared',
    { type: 'chunk', taskId: 7, chunk: new Uint8Array(new SharedArrayBuffer(2)) },
  ],
  ['chunk of nothing', { type: 'chunk', taskId: 7, chunk: undefined }],
  ['result', { type: 'result', taskId: 7, result: { text: 'done' } }],
])('sends a %s', (_, report) => {
  expect(sent(report)).toEqual(report);
});

it('leaves samples of a result unchanged', () => {
  const result = Float32Array.of(1);
  sent({ type: 'result', taskId: 7, result });
  expect(result.buffer.detached).toBe(false);
});
