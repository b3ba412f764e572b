import type { AudioStoreOperation } from '@parlance/core/service';
import type { AudioStore } from '@parlance/core/storage';
import { type Measure, startTimer } from './measure.ts';

/** Wraps a store to report each of its calls, but not later reads and writes of an opened stream. */
export function measureAudio(audio: AudioStore, measure: Measure): AudioStore {
  const measured = async <Result>(
    operation: AudioStoreOperation,
    call: () => Promise<Result>,
  ): Promise<Result> => {
    const sinceStart = startTimer();
    let outcome: 'done' | 'failed' = 'failed';
    try {
      const result = await call();
      outcome = 'done';
      return result;
    } finally {
      measure({ type: 'audio-store-call', operation, outcome, durationMs: sinceStart() });
    }
  };
  return {
    create: (name, options) => measured('create', () => audio.create(name, options)),
    keep: (path, name, options) => measured('keep', () => audio.keep(path, name, options)),
    open: (name) => measured('open', () => audio.open(name)),
    local: (name) => measured('local', () => audio.local(name)),
    list: (folder) => measured('list', () => audio.list(folder)),
    listWithTimes: (folder) => measured('list', () => audio.listWithTimes(folder)),
    remove: (name) => measured('remove', () => audio.remove(name)),
    check: () => measured('check', () => audio.check()),
    // A link is created locally, without a request to the store.
    ...(audio.link && { link: (name, options) => audio.link?.(name, options) as Promise<string> }),
  };
}
