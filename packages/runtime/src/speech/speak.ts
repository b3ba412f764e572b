import { SpeechError } from '@parlance/core/errors';
import { growingSpeakCallInput, speakCallInput } from '@parlance/core/service';
import { chooseFormat, type GrowingText, synthesizeSpeech } from '@parlance/core/synthesis';
import { countChars } from '@parlance/core/text';
import { synthesisParts } from '../engines/synthesis-parts.ts';
import { isAsyncIterable, parseCall } from './call-options.ts';
import { countText } from './growing-text.ts';
import { observed } from './observed.ts';
import type { SpeakOptions } from './speech.ts';
import { callSignal, type SpeechParts } from './speech-parts.ts';
import { createSpokenAudio, type SpokenAudio } from './spoken-audio.ts';

/** @throws SpeechError `INVALID_INPUT`, `VOICE_NOT_FOUND` */
export function speak(parts: SpeechParts, text: string | GrowingText, options: SpeakOptions): SpokenAudio {
  const growing = isAsyncIterable(text) ? countText(text) : undefined;
  const whole = growing === undefined ? parseCall(speakCallInput, options, { text }) : undefined;
  const input = whole ?? parseCall(growingSpeakCallInput, options);
  const { signal, latency = parts.settings.latency, cache } = input;
  const voice = parts.catalogue.find(input.voiceCode ?? requireDefaultVoice(parts), undefined);
  const format = chooseFormat(input, voice);
  const requestId = parts.random.id();
  const wholeCharacters = countChars(whole?.text ?? '');
  return createSpokenAudio({
    requestId,
    voice,
    format,
    characters: () => growing?.characters ?? wholeCharacters,
    start: ({ streaming }) =>
      observed(
        { requestId, kind: 'synthesis', signal },
        // Whoever asks for a whole file waits for it anyway.
        admitted(
          () => {
            if (streaming) parts.admission.admit(voice.engine, { lane: 'first' });
          },
          synthesizeSpeech(
            synthesisParts(parts),
            {
              text: growing?.pieces ?? whole?.text ?? '',
              voice,
              format,
              speed: input.speed,
              emphasisIntensity: input.emphasisIntensity,
              pauses: input.clientPause,
              latency,
              streaming,
              reuse: cache ?? wholeCharacters <= parts.settings.liveTextMaxChars,
            },
            callSignal(parts, signal),
          ),
        ),
        parts,
      ),
  });
}

/** @throws SpeechError `ENGINE_UNAVAILABLE` when there is no voice at all */
function requireDefaultVoice({ voices }: SpeechParts): string {
  if (voices.defaultVoice !== undefined) return voices.defaultVoice;
  throw new SpeechError('ENGINE_UNAVAILABLE', 'No plugin of this service speaks; add one to plugins.');
}

/** Asks for admission when the first chunk is asked for. */
async function* admitted(
  admit: () => void,
  audio: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  admit();
  yield* audio;
}
