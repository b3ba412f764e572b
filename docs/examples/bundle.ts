import { build } from 'esbuild';

/**
 * Bundles a program into one file that runs beside its node_modules.
 *
 * @param conditions by which packages are resolved besides the usual ones; none for packages from the registry
 */
export async function bundle(entry: string, outfile: string, conditions: string[] = []): Promise<void> {
  await build({
    ...(conditions.length > 0 && { conditions }),
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    // Packages of which files are run or loaded by their address: plugins start worker modules of their own, the storage starts
    // the database's, and the codecs load WebAssembly that lies beside them.
    external: [
      '@parlance/plugin-*',
      '@parlance/worker-kit',
      '@parlance/storage-sql',
      '@parlance/audio',
      'sherpa-onnx-node',
    ],
    // CommonJS packages in a bundle of ES modules ask for `require`.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  });
}

const [entry, outfile] = process.argv.slice(2);
if (import.meta.main && entry !== undefined && outfile !== undefined) await bundle(entry, outfile);
