import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { SpeechError } from '@parlance/core/errors';
import type {
  PGliteReply,
  PGliteRequest,
  PGliteWorkerInput,
  StatementFailure,
  StatementResult,
} from './pglite-messages.ts';

/** A running embedded database. When its thread ends, all calls reject, including later ones. */
export interface PGliteConnection {
  /**
   * @param values if empty, `text` may contain several statements
   * @param begin the statement that begins the transaction, sent with its first statement
   */
  run(text: string, values: readonly unknown[], begin?: string): Promise<StatementResult>;
  readonly isOpen: boolean;
  /** Writes a checkpoint; resolves when the thread has ended. */
  close(): Promise<void>;
}

/**
 * A statement that takes longer than this, in milliseconds, counts as hung, and the thread is terminated, since WebAssembly can't be interrupted.
 * Committed data is in the files. The limit is a hundred times the duration of our longest statement on a table of a million rows.
 */
const LONGEST_STATEMENT_MS = 120_000;

/**
 * Starts the thread and opens the database in it.
 *
 * @param options.isPatient whether statements have no time limit, such as those over a whole table; absent: never
 * @param options.savesMemory see `openDatabase`
 * @param options.prepared archive of a new database, for a folder without one; absent: creates one without tables
 * @throws the database's own error, with `code` if it has one
 */
export async function connectPGlite(
  folder: string,
  {
    isPatient = () => false,
    savesMemory = false,
    prepared,
  }: {
    readonly isPatient?: () => boolean;
    readonly savesMemory?: boolean | undefined;
    readonly prepared?: string | undefined;
  } = {},
): Promise<PGliteConnection> {
  const workerData: PGliteWorkerInput = { folder, savesMemory, prepared };
  const worker = new Worker(createRequire(import.meta.url).resolve('@parlance/storage-sql/pglite-worker'), {
    workerData,
    // Its standard streams have nothing besides the errors that callers get.
    stdout: true,
    stderr: true,
  });
  const waiting = new Map<number, PromiseWithResolvers<StatementResult>>();
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let end: unknown;
  let lastId = 0;

  const stop = (reason: unknown): void => {
    if (end !== undefined) return;
    end = reason;
    ready.reject(reason);
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
    void worker.terminate();
  };
  const settle = (id: number): PromiseWithResolvers<StatementResult> | undefined => {
    const call = waiting.get(id);
    waiting.delete(id);
    return call;
  };
  worker.on('message', (message: PGliteReply) => {
    switch (message.type) {
      case 'ready':
        return ready.resolve();
      case 'result':
        return settle(message.id)?.resolve(message.result);
      case 'failure':
        return settle(message.id)?.reject(toError(message.failure));
      case 'fatal':
        return stop(toError(message.failure));
    }
  });
  worker.on('error', stop);
  worker.on('exit', () => {
    stop(stopped('ended'));
    ended.resolve();
  });

  const send = (request: PGliteRequest): void => worker.postMessage(request);
  const connection: PGliteConnection = {
    get isOpen() {
      return end === undefined;
    },
    async run(text, values, begin) {
      if (end !== undefined) throw end;
      const id = ++lastId;
      send(
        values.length === 0
          ? { type: 'script', id, begin, text }
          : { type: 'statement', id, begin, text, values },
      );
      const call = Promise.withResolvers<StatementResult>();
      waiting.set(id, call);
      const deadline = isPatient()
        ? undefined
        : setTimeout(() => stop(stopped('hung')), LONGEST_STATEMENT_MS);
      return call.promise.finally(() => clearTimeout(deadline));
    },
    async close() {
      send({ type: 'close' });
      await ended.promise;
    },
  };
  await ready.promise;
  return connection;
}

function stopped(reason: 'ended' | 'hung'): SpeechError {
  return new SpeechError(
    'STORAGE_FAILED',
    'The embedded database stopped during a call; it restarts with the next call.',
    { reason },
  );
}

function toError({ message, code, constraint }: StatementFailure): Error {
  return Object.assign(new Error(message), { code, constraint });
}
