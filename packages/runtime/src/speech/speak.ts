import { chooseFormat, countChars, LIMITS, parseInput, speakInput, synthesizeSpeech } from '@parlance/core';
import { synthesisEngineOf } from '../plugins/engines.ts';
import { observed } from './observed.ts';
import type { SpeakOptions } from './speech.ts';
import { callSignal, type SpeechParts } from './speech-parts.ts';
import { createSpokenAudio, type SpokenAudio } from './spoken-audio.ts';

/** @throws SpeechError `INVALID_INPUT`, `VOICE_NOT_FOUND` */
export function speak(parts: SpeechParts, text: string, options: SpeakOptions): SpokenAudio {
  const { signal, latency = parts.settings.latency, cache, ...wishes } = options;
  const input = parseInput(speakInput, { ...wishes, text });
  const voice = parts.catalogue.find(input.voiceCode ?? parts.settings.defaultVoice, undefined);
  const format = chooseFormat(input, voice);
  const requestId = parts.random.id();
  const characters = countChars(input.text);
  return createSpokenAudio({
    requestId,
    voice,
    format,
    characters,
    start: ({ streaming }) =>
      observed(
        { requestId, kind: 'synthesis' },
        synthesizeSpeech(
          { codec: parts.codec, engineOf: (of) => synthesisEngineOf(parts.engines, of) },
          {
            text: input.text,
            voice,
            format,
            speed: input.speed,
            emphasisIntensity: input.emphasisIntensity,
            pauses: input.clientPause,
            latency,
            streaming,
            reuse: cache ?? characters <= LIMITS.synthesis.maxLiveTextChars,
          },
          callSignal(parts, signal),
        ),
        parts,
      ),
  });
}
