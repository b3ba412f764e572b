import type { EspeakProsody } from '../host/prosody.ts';

/** What a thread gets when it loads. */
export interface EspeakInit {
  /** Rate of every voice; compared with eSpeak NG's own. */
  readonly sampleRateHz: number;
}

/** One unit for a worker thread, which returns its samples in chunks, or none for silence. */
export interface EspeakTask extends EspeakProsody {
  /** Without control characters. */
  readonly text: string;
  /** eSpeak NG's own name of a voice, with its variant: `fi+f3`. */
  readonly espeakVoice: string;
}
