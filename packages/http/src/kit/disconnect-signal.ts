import type { ServerResponse } from 'node:http';

/**
 * @returns a signal that aborts if the client leaves before it has the whole answer; a complete answer
 * does not abort it
 */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const leave = (): void => {
    // 'close' follows a normal end too, but only then has everything been passed to the system.
    if (!response.writableFinished) controller.abort(new Error('The client closed the connection.'));
  };
  if (response.destroyed) leave();
  else response.once('close', leave);
  return controller.signal;
}
