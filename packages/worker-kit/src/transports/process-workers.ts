import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { SpeechError } from '@parlance/core/errors';
import { startDeadline } from '../deadline.ts';
import type { ChildCommand, ChildReport, WorkerPlan, WorkersEvent, WorkersLoss } from '../wire/messages.ts';
import { ownBuffers } from '../wire/own-buffers.ts';
import { toWireError } from '../wire/wire-error.ts';
import { childEnvironment, childExecArgv } from './child-environment.ts';
import { ChildOutput } from './child-output.ts';
import { Heartbeat } from './heartbeat.ts';
import { killOnExit } from './live-children.ts';
import { readResidentBytes } from './resident-memory.ts';
import type { Workers } from './workers.ts';

/** How long to wait for the rest of a dead child's output if a grandchild keeps its pipes open. */
const LAST_WORDS_MS = 500;
const STDERR_TAIL_LINES = 6;

export interface ProcessWorkersOptions {
  /** The pool's name. The child gets it as an argument, so that `ps` shows which engine a process belongs to. */
  readonly name: string;
  readonly plan: WorkerPlan;
  readonly heartbeat: { readonly intervalMs: number; readonly timeoutMs: number };
  readonly onEvent: (event: WorkersEvent) => void;
}

/** Workers in one supervised child process. */
export class ProcessWorkers implements Workers {
  readonly #options: ProcessWorkersOptions;
  readonly #child: ChildProcess;
  readonly #output = new ChildOutput();
  readonly #gone: Promise<void>;
  #heartbeat: Heartbeat | undefined;
  /** Whether events are still reported; not after the host has requested the end. */
  #isWatched = true;
  #onClosed: (() => void) | undefined;

  constructor(options: ProcessWorkersOptions) {
    this.#options = options;
    const child = fork(createRequire(import.meta.url).resolve('@parlance/worker-kit/child'), [options.name], {
      serialization: 'advanced',
      env: childEnvironment(process.env, options.plan),
      execArgv: childExecArgv(process.execArgv, process.env.NODE_OPTIONS),
      // Its stdout is captured as well, since ours may be used for audio.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    this.#output.follow(child.stdout);
    this.#output.follow(child.stderr);
    child.unref();
    // Bun has no `unref` here, and its channel does not keep the process alive.
    child.channel?.unref?.();
    killOnExit(child);
    child.on('message', (report: ChildReport) => this.#receive(report));
    this.#gone = this.#watchEnd();
    this.#load(options.plan);
  }

  loadOthers(): void {
    this.#send({ type: 'load-others' });
  }

  run(taskId: number, thread: number, task: unknown): void {
    this.#send({ type: 'run', taskId, thread, task });
  }

  cancel(taskId: number): void {
    this.#send({ type: 'cancel', taskId });
  }

  async retire(graceMs: number): Promise<void> {
    this.#unwatch();
    await new Promise<void>((resolve) => {
      const cancel = startDeadline(graceMs, resolve);
      this.#onClosed = () => {
        cancel();
        resolve();
      };
      this.#child.once('exit', this.#onClosed);
      this.#send({ type: 'close' });
    });
    await this.kill();
  }

  kill(): Promise<void> {
    this.#unwatch();
    // By force even in an orderly shutdown: at an orderly exit native destructors run, and some abort.
    this.#child.kill('SIGKILL');
    return this.#gone;
  }

  #load(plan: WorkerPlan): void {
    try {
      this.#send({ type: 'load', plan });
    } catch (error) {
      // `init` cannot be cloned.
      void this.kill();
      throw SpeechError.fromWire(toWireError(error, 'INVALID_CONFIG'));
    }
  }

  #send(command: ChildCommand): void {
    // Without free file descriptors no process starts, and Node creates no channel; the child's error event reports it.
    if (this.#child.pid === undefined) return;
    // A dead child is reported by its end, not by each message that fails.
    this.#child.send(command, () => {});
  }

  #receive(report: ChildReport): void {
    if (report.type === 'closed') {
      this.#onClosed?.();
      return;
    }
    if (!this.#isWatched) return;
    this.#heartbeat?.answer();
    const { onEvent } = this.#options;
    switch (report.type) {
      case 'pong':
        void this.#reportRss(report.rssBytes);
        return;
      case 'thread-died': {
        const message = `Worker thread ${report.thread ?? ''} ended: ${report.reason}`;
        this.#lose({
          kind: 'worker-died',
          message,
          ...(report.thread !== undefined && { thread: report.thread }),
        });
        return;
      }
      case 'loaded':
        this.#startHeartbeat();
        onEvent(report);
        return;
      default:
        onEvent(ownBuffers(report).message);
        return;
    }
  }

  #startHeartbeat(): void {
    const { intervalMs, timeoutMs } = this.#options.heartbeat;
    const message = `The child gave no sign of life for ${timeoutMs} ms.`;
    this.#heartbeat = new Heartbeat({
      intervalMs,
      timeoutMs,
      ping: () => this.#send({ type: 'ping' }),
      onSilence: () => this.#lose({ kind: 'worker-hung', message }),
    });
  }

  async #reportRss(ownRssBytes: number): Promise<void> {
    const pid = this.#child.pid;
    const rssBytes = (pid === undefined ? undefined : await readResidentBytes(pid)) ?? ownRssBytes;
    if (this.#isWatched) this.#options.onEvent({ type: 'rss', rssBytes });
  }

  #watchEnd(): Promise<void> {
    const child = this.#child;
    return new Promise((resolve) => {
      let cancel = () => {};
      const end = (message: string) => {
        cancel();
        this.#lose({ kind: 'worker-died', message });
        resolve();
      };
      // `close` follows the last output; `exit` may precede it.
      child.once('exit', (code, signal) => {
        const message = signal
          ? `The child ended with signal ${signal}.`
          : `The child ended with exit code ${code}.`;
        cancel = startDeadline(LAST_WORDS_MS, () => end(message));
        child.once('close', () => end(message));
      });
      child.on('error', (error) => {
        if (child.pid === undefined) end(`The child could not be started: ${error.message}`);
      });
    });
  }

  #lose(loss: Omit<WorkersLoss, 'stderrTail'>): void {
    if (!this.#isWatched) return;
    void this.kill();
    this.#options.onEvent({
      type: 'lost',
      loss: { ...loss, stderrTail: this.#output.tail(STDERR_TAIL_LINES) },
    });
  }

  #unwatch(): void {
    this.#isWatched = false;
    this.#heartbeat?.stop();
  }
}
