import { pathToFileURL } from 'node:url';
import type { TaskReport, ThreadAnswer, ThreadCommand } from '../wire/messages.ts';
import { toWireError } from '../wire/wire-error.ts';
import type { WorkerInstance, WorkerModule } from './define-worker.ts';
import { yieldToOthers } from './thread-priority.ts';

interface LoadedThread {
  readonly instance: WorkerInstance<unknown, unknown>;
  readonly post: (report: TaskReport, transfer?: readonly ArrayBuffer[]) => void;
  readonly abortFlags: Int32Array;
}

let loaded: LoadedThread | undefined;

/** The function that piscina calls in the worker thread, once for each command. */
export default async function handleCommand(command: ThreadCommand): Promise<ThreadAnswer> {
  switch (command.type) {
    case 'prepare':
      return loading(() => prepare(command));
    case 'load':
      return loading(() => load(command));
    case 'run':
      await run(requireLoaded(), command);
      return { type: 'done' };
    case 'close':
      loaded?.instance.close?.();
      return { type: 'done' };
  }
}

async function loading(step: () => Promise<ThreadAnswer>): Promise<ThreadAnswer> {
  try {
    return await step();
  } catch (error) {
    return { type: 'load-failed', error: toWireError(error, 'ENGINE_LOAD_FAILED') };
  }
}

async function prepare(command: Extract<ThreadCommand, { type: 'prepare' }>): Promise<ThreadAnswer> {
  const module = await importWorker(command.entry);
  if (!command.isFirst || module.prepare === undefined) return { type: 'done' };
  return { type: 'done', prepared: await module.prepare(command.init) };
}

async function load(command: Extract<ThreadCommand, { type: 'load' }>): Promise<ThreadAnswer> {
  const { entry, init, prepared, threadIndex, isLead, isYielding, sharesModel, port, abortFlags } = command;
  const module = await importWorker(entry);
  const instance = await module.load(init, { threadIndex, isLead, sharesModel }, prepared);
  // The priority is lowered only after loading, because somebody may wait for the loading even of yielding workers.
  if (isYielding) yieldToOthers({ withPool: sharesModel });
  const post: LoadedThread['post'] = (report, transfer = []) => port.postMessage(report, [...transfer]);
  loaded = { instance, post, abortFlags: new Int32Array(abortFlags) };
  return { type: 'done' };
}

async function importWorker(entry: string): Promise<WorkerModule<unknown, unknown, unknown, unknown>> {
  const module: unknown = (await import(pathToFileURL(entry).href)).default;
  if (
    typeof module === 'object' &&
    module !== null &&
    'kind' in module &&
    module.kind === 'parlance-worker'
  ) {
    return module as WorkerModule<unknown, unknown, unknown, unknown>;
  }
  throw new TypeError('The worker module has no default export made by defineWorker.');
}

async function run(thread: LoadedThread, command: Extract<ThreadCommand, { type: 'run' }>): Promise<void> {
  const { taskId, lane, task } = command;
  const { instance, post, abortFlags } = thread;
  const isAborted = () => Atomics.load(abortFlags, lane) === 1;
  const emit = (chunk: unknown, transfer?: readonly ArrayBuffer[]) => {
    if (!isAborted()) post({ type: 'chunk', taskId, chunk }, transfer);
  };
  try {
    const result = await instance.run(task, { emit, isAborted });
    post({ type: 'result', taskId, result: isAborted() ? undefined : result });
  } catch (error) {
    post({ type: 'error', taskId, error: toWireError(error, 'ENGINE_FAILED') });
  }
}

function requireLoaded(): LoadedThread {
  if (loaded) return loaded;
  throw new TypeError('A task reached a worker thread before its model was loaded.');
}
