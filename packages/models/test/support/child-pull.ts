import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ModelProgress } from '@parlance/core/engine';
import type { CatalogueEntry } from '../../src/catalogue/catalogue-entry.ts';

export type ChildMessage =
  | { readonly type: 'progress'; readonly progress: ModelProgress }
  | { readonly type: 'end'; readonly files: Record<string, string> }
  | { readonly type: 'failure'; readonly code: string };

export interface ChildPull {
  readonly process: ChildProcess;
  /** @returns the first message that matches, including past ones */
  when(isIt: (message: ChildMessage) => boolean): Promise<ChildMessage>;
  /** Resolves when the process has ended. */
  readonly exited: Promise<unknown>;
}

export function pullInChild(directory: string, entry: CatalogueEntry): ChildPull {
  const script = fileURLToPath(new URL('./pull-in-child.ts', import.meta.url));
  const child = fork(script, [JSON.stringify({ directory, entry })], {
    execArgv: ['--conditions=@parlance/source'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const seen: ChildMessage[] = [];
  child.on('message', (message) => seen.push(message as ChildMessage));
  return {
    process: child,
    exited: once(child, 'exit'),
    async when(isIt) {
      for (;;) {
        const found = seen.find(isIt);
        if (found !== undefined) return found;
        await once(child, 'message');
      }
    },
  };
}
