/** Opens an audio store and says how many modules of the S3 client were loaded for it. Arguments: folder, address or ''. */
import { registerHooks } from 'node:module';

let loaded = 0;
registerHooks({
  load(url, context, next) {
    if (url.includes('/@aws-sdk/')) loaded++;
    return next(url, context);
  },
});

const [folder = '', url = ''] = process.argv.slice(2);
const { createSpool, openAudioStore } = await import('../../src/index.ts');
const spool = await createSpool(`${folder}/spool`);
await openAudioStore({ folder, spool, url: url || undefined });
console.log(loaded);
