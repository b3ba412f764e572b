import type { AudioSink, AudioStore, RecordStore } from '@parlance/core/storage';
import type { ArchivingDesk } from './archiving.ts';

/** The call at which a process dies, and whether that call still takes effect. */
export interface DyingAt {
  /** Counted from 1. */
  readonly step: number;
  readonly moment: 'before' | 'after';
}

export class Killed extends Error {}

/**
 * Wraps a desk for a process that dies at one of its calls: nothing happens afterwards, including its cleanup.
 *
 * @param die throws, or ends the process
 */
export function dyingAt(
  { store, audio }: ArchivingDesk,
  { step, moment }: DyingAt,
  die = (): void => {
    throw new Killed(`died ${moment} step ${step}`);
  },
): ArchivingDesk {
  let steps = 0;
  const dying = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        // A dying process closes its files; uncommitted data was never visible.
        if (name === 'abort') return () => Reflect.apply(member, target, []);
        return async (...args: unknown[]) => {
          steps += 1;
          if (steps > step || (steps === step && moment === 'before')) die();
          const result: unknown = await Reflect.apply(member, target, args);
          if (steps === step) {
            if (isSink(result)) await result.abort();
            die();
          }
          return isSink(result) ? dying(result) : result;
        };
      },
    });
  return {
    store: { ...store, ledgerArchives: dying(store.ledgerArchives) } as RecordStore,
    audio: dying<AudioStore>(audio),
  };
}

function isSink(result: unknown): result is AudioSink {
  return typeof result === 'object' && result !== null && 'commit' in result;
}
