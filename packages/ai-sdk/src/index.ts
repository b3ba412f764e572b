export {
  createParlance,
  type ParlanceProvider,
  type ParlanceProviderSettings,
  parlance,
} from './parlance-provider.ts';
export type { ParlanceStreamingOptions, ParlanceTranscriptionOptions } from './transcription-options.ts';
