import { LIMITS } from '../limits/limits.ts';
import { countSaid } from '../text/caller-offsets.ts';
import { DEFAULT_PAUSES, type PausePlan } from '../text/pause-plan.ts';
import type { Casting } from './casting.ts';
import type { Delivery, Script } from './delivery.ts';
import { ELEMENTS, type ElementEffect, readUnknown } from './elements.ts';
import { notWellFormed, readXml, type XmlElement, type XmlReader } from './read-xml.ts';
import { readAs } from './say-as.ts';
import { ScriptWriter } from './script-writer.ts';

export interface ReadSsmlOptions {
  readonly casting: Casting;
  /** The lengths of breaks by strength. Default: those of `clientPause`. */
  readonly pauses?: PausePlan | undefined;
  readonly yieldToEventLoop?: (() => Promise<void>) | undefined;
}

interface Frame {
  readonly effect: ElementEffect;
  readonly delivery: Delivery;
  readonly isSilent: boolean;
  /** The text of `sub`, `say-as` and `phoneme`, which is spoken as a whole. */
  written: string | undefined;
}

/**
 * Reads SSML 1.1. Elements that are not in `ELEMENTS` cause a warning, and their text is spoken.
 *
 * @throws SpeechError `INVALID_INPUT` if the document is not well-formed or has another root, `VOICE_NOT_FOUND`
 */
export async function readSsml(source: string, options: ReadSsmlOptions): Promise<Script> {
  const reader = new SsmlReader(options);
  await readXml(source, reader, options.yieldToEventLoop);
  return reader.finish();
}

class SsmlReader implements XmlReader {
  readonly #options: ReadSsmlOptions;
  readonly #writer = new ScriptWriter(LIMITS.ssml.maxWarnings);
  readonly #frames: Frame[] = [];

  constructor(options: ReadSsmlOptions) {
    this.#options = options;
  }

  open({ name, attributes, place }: XmlElement): void {
    const { casting, pauses = DEFAULT_PAUSES } = this.#options;
    const around = this.#frames.at(-1);
    if (around === undefined && name !== 'speak') {
      throw notWellFormed(`the document must begin with <speak>; got <${name.slice(0, 40)}>`, place);
    }
    const delivery = around?.delivery ?? { voice: casting.voice, rate: 1, gainDb: 0 };
    const read = (Object.hasOwn(ELEMENTS, name) && ELEMENTS[name]) || readUnknown(name.slice(0, 40));
    const effect = read({
      attributes,
      delivery,
      casting,
      pauses,
      writer: this.#writer,
      warn: (what) => this.#writer.warn(`line ${place.line}, column ${place.column}: ${what}`),
    });
    if (effect.boundary !== undefined) this.#writer.end(effect.boundary);
    this.#frames.push({
      effect,
      delivery: effect.delivery ?? delivery,
      isSilent: around?.isSilent === true || effect.isSilent === true,
      written: isSaidAsWhole(effect) || around?.written !== undefined ? '' : undefined,
    });
  }

  text(text: string): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined || frame.isSilent) return;
    if (frame.written === undefined) this.#writer.say(text, frame.delivery);
    else frame.written += text;
  }

  close(): void {
    const frame = this.#frames.pop();
    if (frame === undefined) return;
    const { effect, written } = frame;
    if (written !== undefined) this.#sayWhole(frame, written);
    if (effect.boundary !== undefined) this.#writer.end(effect.boundary);
  }

  finish(): Script {
    return this.#writer.finish();
  }

  /** Inside another element of this kind, its words become part of that element's text. */
  #sayWhole({ effect: { alias, sayAs, ipa }, delivery, isSilent }: Frame, written: string): void {
    if (isSilent) return;
    const words = alias ?? (sayAs && readAs(written, sayAs, delivery.voice.languageCode)) ?? written;
    const around = this.#frames.at(-1);
    if (around?.written !== undefined) around.written += words;
    // Without words that it applies to, the pronunciation itself is the text.
    else this.#writer.say(ipa !== undefined && countSaid(words) === 0 ? ipa : words, delivery, ipa);
  }
}

function isSaidAsWhole({ alias, sayAs, ipa }: ElementEffect): boolean {
  return alias !== undefined || sayAs !== undefined || ipa !== undefined;
}
