import { describe, expect, it } from 'vitest';
import { createUndoList } from './undo-list.ts';

async function startAndLeave(undone: string[], isWhole: boolean): Promise<() => Promise<void>> {
  await using undo = createUndoList();
  undo.defer(() => void undone.push('first'));
  undo.defer(async () => void undone.push('second'));
  return isWhole ? undo.move() : () => Promise.resolve();
}

describe('createUndoList', () => {
  it('undoes in reverse order when the scope is left', async () => {
    const undone: string[] = [];
    await startAndLeave(undone, false);
    expect(undone).toEqual(['second', 'first']);
  });

  it('undoes nothing after move, until the returned function is called', async () => {
    const undone: string[] = [];
    const undoAll = await startAndLeave(undone, true);
    expect(undone).toEqual([]);
    await undoAll();
    expect(undone).toEqual(['second', 'first']);
  });
});
