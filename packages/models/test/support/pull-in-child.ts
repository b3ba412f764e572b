import { createModelStore } from '@parlance/models';
import type { CatalogueEntry } from '../../src/catalogue/catalogue-entry.ts';

/** A separate process that pulls a model: `process.argv[2]` is JSON. Reports its progress and the end as IPC messages. */
const { directory, entry } = JSON.parse(process.argv[2] ?? '') as {
  directory: string;
  entry: CatalogueEntry;
};
const store = createModelStore({ directory, catalogue: [entry] });
try {
  const model = await store.pull(entry.id, {
    onProgress: (progress) => process.send?.({ type: 'progress', progress }),
  });
  process.send?.({ type: 'end', files: model.files });
} catch (cause) {
  process.send?.({ type: 'failure', code: (cause as { code?: string }).code });
}
process.disconnect();
