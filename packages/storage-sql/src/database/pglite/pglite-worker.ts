// The thread in which PGlite runs: each statement blocks its thread.
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { PGlite, Results } from '@electric-sql/pglite';
import { DamagedDatabase, openFiles } from './pglite-files.ts';
import type {
  PGliteReply,
  PGliteRequest,
  PGliteWorkerInput,
  StatementFailure,
  StatementResult,
} from './pglite-messages.ts';
import { compileSparingly, dropCompiledCode } from './sparing-compilation.ts';

/** After these errors the database in memory is not usable any more; the files contain all committed data. */
const FATAL_SEVERITIES = new Set(['PANIC', 'FATAL']);

/** Answers that take more CPU time of this thread than this, in milliseconds, are worth optimizing for. */
const LONG_ANSWER_MS = 50;
const LONG_ANSWERS = 5;

/** The write-ahead log grows in steps of this size. */
const LOG_FILE_BYTES = 16 * 1024 * 1024;

const port = parentPort as MessagePort;
const { folder, savesMemory, prepared } = workerData as PGliteWorkerInput;
const reply = (message: PGliteReply): void => port.postMessage(message);

function memberOf(error: unknown, name: string): string | undefined {
  const member: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  return typeof member === 'string' ? member : undefined;
}

function failureOf(error: unknown): StatementFailure {
  return {
    message: error instanceof Error ? error.message : String(error),
    code: memberOf(error, 'code'),
    constraint: memberOf(error, 'constraint'),
  };
}

/** Whether PostgreSQL answered with the error; others come from lower layers, such as a WebAssembly trap. */
function isAnswer(error: unknown): boolean {
  const severity = memberOf(error, 'severity');
  return severity !== undefined && !FATAL_SEVERITIES.has(severity);
}

function resultOf(results: readonly Results<unknown>[]): StatementResult {
  const last = results.at(-1);
  return {
    rows: results.flatMap(({ rows }) => rows),
    command: last?.command ?? '',
    affectedRows: last?.affectedRows ?? 0,
  };
}

/** The CPU time of this thread in milliseconds, so that waiting on a busy machine does not count. Before Node 23.9 only the wall clock is available. */
function workedMs(): number {
  const used = process.threadCpuUsage?.();
  return used === undefined ? performance.now() : (used.user + used.system) / 1000;
}

let longAnswers = 0;

/** Only for reads, since writes wait for the disk. Optimization takes some 400 MB for seconds, which a small machine lacks. */
function noteDuration(command: string, tookMs: number): void {
  if (savesMemory || command !== 'SELECT' || tookMs < LONG_ANSWER_MS) return;
  longAnswers += 1;
  if (longAnswers === LONG_ANSWERS) void dropCompiledCode();
}

async function run(database: PGlite, request: Exclude<PGliteRequest, { type: 'close' }>): Promise<void> {
  try {
    if (request.begin !== undefined) await database.exec(request.begin);
  } catch (error) {
    // The caller assumes that the transaction has begun: its next statements would be committed one by one.
    end(error);
    return;
  }
  const workedBeforeMs = workedMs();
  try {
    const results =
      request.type === 'script'
        ? await database.exec(request.text)
        : [await database.query(request.text, [...request.values])];
    const result = resultOf(results);
    reply({ type: 'result', id: request.id, result });
    noteDuration(result.command, workedMs() - workedBeforeMs);
  } catch (error) {
    if (isAnswer(error)) reply({ type: 'failure', id: request.id, failure: failureOf(error) });
    else end(error);
  }
}

function end(error: unknown): void {
  const failure = failureOf(error);
  reply({ type: 'fatal', failure: { ...failure, code: isDiskFull() ? 'ENOSPC' : failure.code } });
  port.close();
}

/** The error of a database that stops because the disk is full often says only that it stopped. */
function isDiskFull(): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(folder));
    return bavail * bsize < LOG_FILE_BYTES;
  } catch {
    return false;
  }
}

try {
  const database = await compileSparingly(() => openFiles(folder, prepared));
  port.on('message', async (request: PGliteRequest) => {
    if (request.type !== 'close') return run(database, request);
    // Data that is not written now is in the write-ahead log and recovered at the next start.
    await database.close().catch(() => undefined);
    port.close();
  });
  reply({ type: 'ready' });
} catch (error) {
  // If PostgreSQL can't start from the files, it says so only in its own log, or not at all.
  end(memberOf(error, 'code') === undefined ? new DamagedDatabase(String(error)) : error);
}
