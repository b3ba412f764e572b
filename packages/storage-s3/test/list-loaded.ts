/** Prints how many modules of the S3 client the import loads, and how many more opening a store loads. Argument: folder. */
import { registerHooks } from 'node:module';

let loaded = 0;
registerHooks({
  load(url, context, next) {
    if (url.includes('/@aws-sdk/')) loaded++;
    return next(url, context);
  },
});

const { createSpool } = await import('@parlance/storage');
const { openS3AudioStore } = await import('../src/index.ts');
const byImport = loaded;
const spool = await createSpool(process.argv[2] ?? '');
await openS3AudioStore('s3://audio?region=eu-central-1', { spool });
console.log(JSON.stringify({ byImport, byOpening: loaded - byImport }));
