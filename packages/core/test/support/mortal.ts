import type { Records } from '../../src/storage/index.ts';

/** What a dead process does: nothing any more. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

/** A process that dies at one of its calls of the outside world. */
export interface Life {
  /** Calls so far, each with a moment before it and one after it. */
  readonly moments: number;
  readonly isOver: boolean;
  /** @throws Killed at the chosen moment and ever after */
  live(): void;
}

/** @param endsAtMoment counted from 1; `Infinity`: never */
export function createLife(endsAtMoment: number): Life {
  let moments = 0;
  return {
    get moments() {
      return moments;
    },
    get isOver() {
      return moments >= endsAtMoment;
    },
    live() {
      moments += 1;
      if (moments >= endsAtMoment) throw new Killed();
    },
  };
}

type Call = (...args: unknown[]) => unknown;

/**
 * Ports in the hands of a process that may die: each call of any of their members, however deep, is a moment before it and
 * one after it. Within a transaction the tables are such ports too, so a death there rolls it back.
 */
export function mortal<Ports extends object>(ports: Ports, life: Life): Ports {
  return new Proxy(ports, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member === 'function') return mortalCall(member.bind(target) as Call, name, life);
      return typeof member === 'object' && member !== null ? mortal(member, life) : member;
    },
  });
}

function mortalCall(call: Call, name: string | symbol, life: Life): Call {
  return (...args) => {
    life.live();
    const work = args[0] as Call;
    const given = name === 'transact' ? [(tables: Records) => work(mortal(tables, life))] : args;
    const result = call(...given);
    if (!(result instanceof Promise)) return hasEnd(result) ? mortal(result, life) : result;
    return result.then((value: unknown) => {
      life.live();
      return hasEnd(value) ? mortal(value, life) : value;
    });
  };
}

/** A thing to be closed or committed, as opposed to a record. */
function hasEnd(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    ('close' in value || 'commit' in value || Symbol.asyncDispose in value)
  );
}
