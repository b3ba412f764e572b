import type { AudioStore, Spool } from '@parlance/core/storage';

/** A folder's parts, opened when they are first needed: a caller that only uses live speech never creates the folder. */
export interface LazyParts {
  readonly audio: AudioStore;
  readonly spool: Spool;
}

export interface OpenedParts {
  readonly audio: AudioStore;
  readonly spool: Spool;
}

/** @param open called once, and again after a failure */
export function createLazyParts(open: () => Promise<OpenedParts>): LazyParts {
  let opening: Promise<OpenedParts> | undefined;
  const opened = (): Promise<OpenedParts> => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  const audio = async (): Promise<AudioStore> => (await opened()).audio;
  return {
    audio: {
      create: async (name, options) => (await audio()).create(name, options),
      keep: async (path, name, options) => (await audio()).keep(path, name, options),
      open: async (name) => (await audio()).open(name),
      local: async (name) => (await audio()).local(name),
      list: async (folder) => (opening === undefined ? [] : (await audio()).list(folder)),
      listWithTimes: async (folder) => (opening === undefined ? [] : (await audio()).listWithTimes(folder)),
      remove: async (name) => {
        if (opening !== undefined) await (await audio()).remove(name);
      },
      check: async () => {
        if (opening !== undefined) await (await audio()).check();
      },
    },
    spool: { write: async (bytes, options) => (await opened()).spool.write(bytes, options) },
  };
}
