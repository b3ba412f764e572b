import type { ServerResponse } from 'node:http';

/**
 * @returns a signal that aborts when the client leaves before it has the whole answer; an answer that ended well
 * aborts nothing
 */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const leave = (): void => {
    // 'close' comes after a normal end too; only then was everything handed to the system.
    if (!response.writableFinished) controller.abort(new Error('The client closed the connection.'));
  };
  if (response.destroyed) leave();
  else response.once('close', leave);
  return controller.signal;
}
