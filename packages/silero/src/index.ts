/** Silero's voice activity network, computed in WebAssembly. */
export {
  canComputeSilero,
  openSileroNetwork,
  SILERO_WINDOW_SAMPLES,
  type SileroNetwork,
  type SileroState,
} from './silero-network.ts';
