import { createRequire } from 'node:module';
import { ThreadSlots } from '../slots/thread-slots.ts';
import type { ChildCommand, ChildReport } from '../wire/messages.ts';
import { ownBuffers } from '../wire/own-buffers.ts';
import { sendReport } from './send-report.ts';

/**
 * The main thread of the child process. It only forwards messages, so that it answers pings and cancels however busy the
 * worker threads are.
 */
let slots: ThreadSlots | undefined;

function report(message: ChildReport): void {
  // If the host is gone, nothing is sent; `disconnect` ends this process.
  if (process.connected) sendReport(message, (sent) => process.send?.(sent, undefined, {}, () => {}));
}

function handle(command: ChildCommand): void {
  switch (command.type) {
    case 'load':
      slots = new ThreadSlots({
        plan: command.plan,
        threadEntry: createRequire(import.meta.url).resolve('@parlance/worker-kit/thread'),
        execArgv: process.execArgv,
        env: process.env as Record<string, string>,
        onReport: report,
      });
      void slots.load();
      return;
    case 'load-others':
      void slots?.loadOthers();
      return;
    case 'run': {
      const { message: task, buffers } = ownBuffers(command.task);
      slots?.run(command.taskId, command.thread, task, buffers);
      return;
    }
    case 'cancel':
      slots?.cancel(command.taskId);
      return;
    case 'ping':
      report({ type: 'pong', rssBytes: process.memoryUsage.rss() });
      return;
    case 'close':
      void slots?.close().then(() => report({ type: 'closed' }));
      return;
  }
}

/** Not `process.exit`, which waits for worker threads, where a native call may never return. */
function die(): void {
  process.kill(process.pid, 'SIGKILL');
}

process.on('disconnect', die);
// A terminal's Ctrl-C and a service manager's stop reach the whole process group, but only the host decides when this child ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('message', handle);
// The host may have died before the listener was added.
if (!process.connected) die();
