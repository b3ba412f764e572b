import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { within } from '../deadline.ts';
import type { TaskReport, ThreadAnswer, ThreadCommand, WorkerPlan } from '../wire/messages.ts';
import { toWireError } from '../wire/wire-error.ts';

/** Ten times the size of a WebAssembly engine's own objects. The young generation is small, since its memory is never released. */
const SANDBOX_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 12 };

export interface ThreadSlotOptions {
  readonly index: number;
  /** How many tasks it runs at once. */
  readonly tasks: number;
  readonly plan: WorkerPlan;
  /** The file that runs in the thread: the kit's own `thread/main`. */
  readonly threadEntry: string;
  readonly execArgv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly onTaskReport: (report: TaskReport) => void;
  /** Called once, if the thread ends unexpectedly. */
  readonly onDeath: (reason: string) => void;
}

/**
 * One worker thread with its model: a piscina of exactly one thread, so that a task runs in the thread it was assigned to. Chunks and
 * results come through one port of our own, because two ports do not preserve order.
 */
export class ThreadSlot {
  readonly #options: ThreadSlotOptions;
  readonly #piscina: Piscina;
  readonly #port: MessagePort;
  readonly #remotePort: MessagePort;
  readonly #abortFlags: Int32Array<SharedArrayBuffer>;
  /** The task in each lane, or undefined. */
  readonly #lanes: (number | undefined)[];
  /** Settle when the thread's current commands end, successfully or not. */
  readonly #underWay = new Set<Promise<void>>();
  #hasBegun = false;
  #isOver = false;

  constructor(options: ThreadSlotOptions) {
    const { index, plan, tasks, threadEntry, execArgv, env } = options;
    this.#options = options;
    this.#abortFlags = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * tasks));
    this.#lanes = Array.from({ length: tasks }, () => undefined);
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#remotePort = port2;
    port1.on('message', (report: TaskReport) => this.#receive(report));
    port1.unref();
    this.#piscina = new Piscina({
      filename: threadEntry,
      // A thread that loads after the lead starts with its first command, so that it does not compete with the lead for the processor.
      minThreads: isLoadedLater(plan, index) ? 0 : 1,
      maxThreads: 1,
      idleTimeout: Number.POSITIVE_INFINITY,
      concurrentTasksPerWorker: tasks,
      // 'sync' would block the thread between tasks and delay the asynchronous work of batching workers.
      atomics: 'disabled',
      recordTiming: false,
      execArgv: [...execArgv],
      env: { ...env },
      ...(plan.isSandboxed && { resourceLimits: SANDBOX_LIMITS }),
    });
    this.#piscina.on('error', (error: Error) => this.#die(error.message));
    // The rejected task, if any, has the reason and is handled first.
    this.#piscina.on('workerDestroy', () => setImmediate(() => this.#die('The worker thread ended.')));
  }

  /** @returns the outcome, and what the first thread prepared; never settles if the thread dies, which `onDeath` reports */
  prepare(): Promise<ThreadAnswer> {
    const { index, plan } = this.#options;
    return this.#command({ type: 'prepare', entry: plan.entry, init: plan.init, isFirst: index === 0 }, []);
  }

  /** @returns the outcome of loading; never settles if the thread dies, which `onDeath` reports */
  load(prepared: unknown): Promise<ThreadAnswer> {
    const { index, plan } = this.#options;
    const { entry, init, hasLead, sharesModel } = plan;
    const isLead = hasLead && index === 0;
    const isYielding = hasLead && !isLead;
    const [port, abortFlags] = [this.#remotePort, this.#abortFlags.buffer];
    return this.#command(
      {
        type: 'load',
        entry,
        init,
        prepared,
        threadIndex: index,
        isLead,
        isYielding,
        sharesModel: sharesModel && !isLead,
        port,
        abortFlags,
      },
      [port],
    );
  }

  run(taskId: number, task: unknown, transfer: readonly ArrayBuffer[]): void {
    const lane = this.#lanes.indexOf(undefined);
    this.#lanes[lane] = taskId;
    Atomics.store(this.#abortFlags, lane, 0);
    void this.#command({ type: 'run', taskId, lane, task }, transfer);
  }

  cancel(taskId: number): void {
    const lane = this.#lanes.indexOf(taskId);
    if (lane >= 0) Atomics.store(this.#abortFlags, lane, 1);
  }

  /** Lets the worker release its model, then ends the thread. */
  async close(): Promise<void> {
    // A thread that never began has nothing to release.
    if (this.#hasBegun) await this.#command({ type: 'close' }, []);
    await this.destroy(0);
  }

  /**
   * Ends the thread; resolves when it has ended, which a native call in it can delay. Its work is aborted and may end
   * by itself within `graceMs`, so that a thread is terminated during a compilation or a call only if necessary.
   */
  async destroy(graceMs: number): Promise<void> {
    this.#isOver = true;
    this.#abortFlags.fill(1);
    await within(graceMs, Promise.all(this.#underWay));
    this.#port.close();
    await this.#piscina.destroy();
  }

  #command(
    command: ThreadCommand,
    transferList: readonly (ArrayBuffer | MessagePort)[],
  ): Promise<ThreadAnswer> {
    this.#hasBegun = true;
    const ran: Promise<ThreadAnswer> = this.#piscina.run(command, { transferList: [...transferList] });
    const ended = ran.then(
      () => void this.#underWay.delete(ended),
      () => void this.#underWay.delete(ended),
    );
    this.#underWay.add(ended);
    return new Promise((resolve) => {
      ran.then(resolve, (error: Error) => {
        if (command.type === 'close') return resolve({ type: 'done' });
        if (error.name !== 'DataCloneError') return this.#die(error.message);
        // The command was never sent: the thread is fine, but the task cannot be cloned.
        const wire = toWireError(error, 'INVALID_INPUT');
        if (command.type !== 'run') return resolve({ type: 'load-failed', error: wire });
        this.#receive({ type: 'error', taskId: command.taskId, error: wire });
      });
    });
  }

  #receive(report: TaskReport): void {
    if (report.type !== 'chunk') this.#lanes[this.#lanes.indexOf(report.taskId)] = undefined;
    this.#options.onTaskReport(report);
  }

  #die(reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#options.onDeath(reason);
  }
}

/** Whether a thread loads after the lead has begun to serve. */
export function isLoadedLater({ isLeadFirst, hasLead }: WorkerPlan, index: number): boolean {
  return isLeadFirst && hasLead && index > 0;
}
