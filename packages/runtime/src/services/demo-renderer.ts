import { chooseFormat, type SpeechSynthesizer, synthesizeSpeech } from '@parlance/core/synthesis';
import { demoTextOf } from '@parlance/core/voices';

export interface DemoRenderer {
  /**
   * Synthesizes a voice's sample sentence.
   *
   * @returns a complete MP3 file
   * @throws SpeechError `VOICE_NOT_FOUND`, also for a personal voice
   */
  render(code: string): Promise<Uint8Array>;
}

/** Renders each voice's sample once at a time: concurrent callers share the result. The adapter stores it. */
export function createDemoRenderer(synthesizer: SpeechSynthesizer): DemoRenderer {
  const underWay = new Map<string, Promise<Uint8Array>>();
  const speak = async (code: string): Promise<Uint8Array> => {
    const voice = synthesizer.catalogue.find(code, undefined);
    const pieces: Uint8Array[] = [];
    const order = {
      text: demoTextOf(voice),
      voice,
      format: chooseFormat({ outputFormat: 'mp3' }, voice),
      speed: 1,
      latency: 'natural',
      streaming: false,
    } as const;
    for await (const piece of synthesizeSpeech(synthesizer, order, new AbortController().signal))
      pieces.push(piece);
    return Buffer.concat(pieces);
  };
  return {
    render(code) {
      const rendering = underWay.get(code) ?? speak(code).finally(() => underWay.delete(code));
      underWay.set(code, rendering);
      return rendering;
    },
  };
}
