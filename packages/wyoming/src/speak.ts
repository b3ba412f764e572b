import type { App } from '@parlance/core/accounts';
import type { Voice } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { LIMITS } from '@parlance/core/limits';
import type { SpeechService } from '@parlance/core/service';
import { countChars, isSameLanguage } from '@parlance/core/text';
import type { WantedVoice } from './client-event.ts';
import type { EventOutlet } from './event-outlet.ts';

const RATE_HZ = 24_000;
const FORMAT = { rate: RATE_HZ, width: 2, channels: 1 };

/**
 * Chooses the named voice, else the default or the best voice of the requested language, or of any language.
 *
 * @throws SpeechError `VOICE_NOT_FOUND`
 */
export async function chooseVoice(
  service: Pick<SpeechService, 'usableVoices'>,
  wanted: WantedVoice,
  { appId, defaultVoice }: { readonly appId: string; readonly defaultVoice: string | undefined },
): Promise<Voice> {
  const voices = await service.usableVoices(appId);
  const { name, language } = wanted ?? {};
  const fits = ({ code, languageCode }: Voice): boolean => {
    if (name) return code === name;
    return !language || isSameLanguage(languageCode, language);
  };
  const fitting = voices.filter(fits);
  const chosen = fitting.find(({ code }) => code === defaultVoice) ?? fitting[0];
  if (chosen !== undefined) return chosen;
  const what = name
    ? ` named ${JSON.stringify(name)}`
    : language
      ? ` for the language ${JSON.stringify(language)}`
      : '';
  throw new SpeechError('VOICE_NOT_FOUND', `There is no voice${what}; info lists the voices.`);
}

/** @throws SpeechError `INVALID_INPUT`, `TEXT_TOO_LONG` */
export function spokenText(text: string): string {
  const trimmed = text.trim();
  const { mostMaxLiveTextChars } = LIMITS.synthesis;
  if (trimmed === '') throw new SpeechError('INVALID_INPUT', 'text must not be empty.', { field: 'text' });
  const chars = countChars(trimmed);
  if (chars <= mostMaxLiveTextChars) return trimmed;
  throw new SpeechError(
    'TEXT_TOO_LONG',
    `text has ${chars} characters; the limit is ${mostMaxLiveTextChars}. synthesize-start takes longer ones.`,
  );
}

/** Speaks texts one after another: `audio-start`, `audio-chunk`, `audio-stop` for each. */
export async function speakTexts(
  texts: Iterable<string> | AsyncIterable<string>,
  {
    service,
    app,
    voice,
    outlet,
    signal,
  }: {
    readonly service: Pick<SpeechService, 'synthesizeStream'>;
    readonly app: App;
    readonly voice: Voice;
    readonly outlet: EventOutlet;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  for await (const text of texts) {
    if (signal.aborted) return;
    const input = { text, voiceCode: voice.code, speed: 1, container: 'pcm' } as const;
    const { audio } = await service.synthesizeStream(input, app, { signal });
    let samples = 0;
    const timestamp = (): number => Math.round((1000 * samples) / RATE_HZ);
    await outlet.send('audio-start', { ...FORMAT, timestamp: 0 });
    for await (const bytes of audio) {
      await outlet.send('audio-chunk', { ...FORMAT, timestamp: timestamp() }, bytes);
      samples += bytes.length / FORMAT.width;
      if (signal.aborted) break;
    }
    await outlet.send('audio-stop', { timestamp: timestamp() });
  }
}
