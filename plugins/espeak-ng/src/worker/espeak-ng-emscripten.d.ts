/** The part of the package that this plugin uses, since it has no types of its own. */
declare module '@echogarden/espeak-ng-emscripten' {
  interface EspeakNgEvent {
    /** `word`, `phoneme`, `sentence`, `end` … */
    readonly type: string;
    /** In code points, counted from 1. */
    readonly text_position: number;
    /** In milliseconds from the first sample. */
    readonly audio_position: number;
    readonly id?: string | number;
  }
  interface EspeakNgWorker {
    get_samplerate(): number;
    /** 80 to 450 words per minute. */
    set_rate(wordsPerMinute: number): void;
    /** 0 to 100. */
    set_range(pitchRange: number): void;
    /** @returns 0 if the voice exists */
    set_voice(name: string): number;
    /**
     * Speaks plain text, synchronously, some 100 ms of audio at a time.
     *
     * @param onAudio called with 16-bit samples in their own buffer, and the words and phonemes that begin in them; stops the synthesis by
     * returning true
     */
    synthesize(
      text: string,
      onAudio: (samples: Int16Array, events: readonly EspeakNgEvent[]) => boolean,
    ): void;
    /** @returns the phonemes of a text; `(en)` marks a switch to English */
    synthesize_ipa(text: string): { readonly ipa: string };
  }
  interface EspeakNgModule {
    /** The whole memory of the module; a different view after it has grown. */
    readonly HEAPU8: Uint8Array;
    readonly eSpeakNGWorker: new () => EspeakNgWorker;
  }
  export default function load(options?: object): Promise<EspeakNgModule>;
}
