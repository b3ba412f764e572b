import type { EspeakProsody } from '../host/prosody.ts';

/** What a thread is told when it loads. */
export interface EspeakInit {
  /** Of every voice; eSpeak NG is asked whether it agrees. */
  readonly sampleRateHz: number;
}

/** One unit, as it goes to a worker thread. Its samples come back in chunks, or none at all for silence. */
export interface EspeakTask extends EspeakProsody {
  /** Without control characters. */
  readonly text: string;
  /** eSpeak NG's own name of a voice, with its variant: `fi+f3`. */
  readonly espeakVoice: string;
}
