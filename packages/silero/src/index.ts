/** Silero's voice activity network in WebAssembly. */
export {
  canComputeSilero,
  openSileroNetwork,
  SILERO_WINDOW_SAMPLES,
  type SileroNetwork,
  type SileroState,
} from './silero-network.ts';
