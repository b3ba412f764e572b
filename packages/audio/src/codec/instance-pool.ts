/** Keeps WASM instances that were used, since each serves one stream at a time and a new one costs time. */
export interface InstancePool<Instance> {
  /** @returns an instance that nobody else uses: an idle one, or a new one */
  acquire(): Promise<Instance>;
  /** Gives back an instance that is sound; one that threw is left to the garbage collector instead. */
  release(instance: Instance): void;
  /** Makes sure that `count` idle instances wait. */
  warm(count: number): Promise<void>;
}

/** @param maxIdle how many idle instances are kept; a WASM instance holds 16 to 26 MB of address space, mostly untouched */
export function createInstancePool<Instance>(
  create: () => Promise<Instance>,
  maxIdle: number,
): InstancePool<Instance> {
  const idle: Instance[] = [];
  return {
    acquire: async () => idle.pop() ?? create(),
    release: (instance) => {
      if (idle.length < maxIdle) idle.push(instance);
    },
    warm: async (count) => {
      while (idle.length < Math.min(count, maxIdle)) idle.push(await create());
    },
  };
}
