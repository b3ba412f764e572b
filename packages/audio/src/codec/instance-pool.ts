/** A pool of WASM instances, each of which serves one stream at a time and takes time to create. */
export interface InstancePool<Instance> {
  /** @returns an idle instance or a new one, for exclusive use */
  acquire(): Promise<Instance>;
  /** Returns an intact instance to the pool; one that threw is left to the garbage collector instead. */
  release(instance: Instance): void;
  /** Makes sure that there are `count` idle instances. */
  warm(count: number): Promise<void>;
}

/** @param maxIdle the maximum number of idle instances; each has 16 to 26 MB of address space, mostly unused */
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
