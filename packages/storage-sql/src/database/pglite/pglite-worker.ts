// The thread in which PGlite computes: it occupies a thread for as long as a statement takes.
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

/** After these nothing of the database in memory can be relied on; the files hold what was acknowledged. */
const FATAL_SEVERITIES = new Set(['PANIC', 'FATAL']);

/** Answers that take more work of this thread than this, in milliseconds, are worth optimizing for. */
const LONG_ANSWER_MS = 50;
const LONG_ANSWERS = 5;

/** The log takes space in pieces of this size. */
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

/** An error that PostgreSQL answered with; anything else came from below it, such as a trap of the WebAssembly. */
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

/** How long this thread has worked, in milliseconds: an answer that waited for a busy machine took no work. Node tells it from version 23.9 on; before that the clock has to do. */
function workedMs(): number {
  const used = process.threadCpuUsage?.();
  return used === undefined ? performance.now() : (used.user + used.system) / 1000;
}

let longAnswers = 0;

/** Only of what reads: what writes waits for the disk. To optimize takes some 400 MB for seconds, which a small machine lacks. */
function noteDuration(command: string, tookMs: number): void {
  if (savesMemory || command !== 'SELECT' || tookMs < LONG_ANSWER_MS) return;
  longAnswers += 1;
  if (longAnswers === LONG_ANSWERS) void dropCompiledCode();
}

async function run(database: PGlite, request: Exclude<PGliteRequest, { type: 'close' }>): Promise<void> {
  try {
    if (request.begin !== undefined) await database.exec(request.begin);
  } catch (error) {
    // Who asked takes the transaction for begun: what came next would be kept, statement by statement.
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

/** A database that stops for want of space often says only that it stopped. */
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
    // What it fails to write out is in its log, and read from there at the next start.
    await database.close().catch(() => undefined);
    port.close();
  });
  reply({ type: 'ready' });
} catch (error) {
  // What PostgreSQL cannot start from it says on its own log, or not at all.
  end(memberOf(error, 'code') === undefined ? new DamagedDatabase(String(error)) : error);
}
