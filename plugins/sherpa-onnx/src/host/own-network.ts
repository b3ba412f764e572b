import { SILERO_KERNEL } from '../families/silero-kernel.ts';

/** What the catalogue calls the model whose network the plugin computes itself. */
const OWN_NETWORK_MODEL = 'silero-vad';

/**
 * Whether voice activity by this model needs no addon: then its worker runs WebAssembly alone, and may live in this process.
 * Another build of the network and a runtime without the instructions of the kernel are left to the addon.
 */
export function hasOwnNetwork(modelId: string): boolean {
  return modelId === OWN_NETWORK_MODEL && WebAssembly.validate(Buffer.from(SILERO_KERNEL, 'base64'));
}
