import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { killOnExit } from './live-children.ts';

const child = () => Object.assign(new EventEmitter(), { kill: vi.fn<(signal: string) => boolean>() });
const watch = (one: ReturnType<typeof child>): void => killOnExit(one as unknown as ChildProcess);

it('kills the children that still live when the process ends, with one listener for all', () => {
  const before = process.listeners('exit');
  const [gone, one, other] = [child(), child(), child()];
  for (const each of [gone, one, other]) watch(each);
  const added = process.listeners('exit').filter((listener) => !before.includes(listener));
  expect(added).toHaveLength(1);
  gone.emit('exit');
  expect(process.listeners('exit')).toContain(added[0]);
  (added[0] as () => void)();
  expect(gone.kill).not.toHaveBeenCalled();
  expect(one.kill.mock.calls).toEqual([['SIGKILL']]);
  expect(other.kill.mock.calls).toEqual([['SIGKILL']]);
  one.emit('exit');
  other.emit('exit');
  expect(process.listeners('exit')).toEqual(before);
});
