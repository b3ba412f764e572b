import type { Voice } from '@parlance/core/engine';
import type { SpeechService, UsableModel } from '@parlance/core/service';
import { LANGUAGE_CODES, primaryLanguage } from '@parlance/core/text';

const PARLANCE = {
  name: 'Parlance',
  url: 'https://github.com/parlance-speech/parlance',
};
const DOCS = `${PARLANCE.url}/blob/main/docs`;

/** The data of `info`: the recognition models and the voices of the app. */
export async function describeService(
  service: Pick<SpeechService, 'usableModels' | 'usableVoices'>,
  appId: string,
): Promise<object> {
  const models = service.usableModels().filter(({ task }) => task === 'recognition');
  const voices = await service.usableVoices(appId);
  const program = { name: 'parlance', attribution: PARLANCE, installed: true, version: null };
  const asr = {
    ...program,
    description: 'Speech to text',
    models: models.map(modelView),
    supports_transcript_streaming: true,
    // The client marks the end of a command with audio-stop.
    requires_external_vad: true,
  };
  const tts = {
    ...program,
    description: 'Text to speech',
    voices: voices.map(voiceView),
    supports_synthesize_streaming: true,
  };
  return {
    asr: models.length === 0 ? [] : [asr],
    tts: voices.length === 0 ? [] : [tts],
    handle: [],
    intent: [],
    wake: [],
    mic: [],
    snd: [],
  };
}

function modelView({ id, engine, languages = [] }: UsableModel): object {
  return {
    name: id,
    attribution: { name: engine, url: `${DOCS}/models.md` },
    installed: true,
    description: id,
    version: null,
    languages: languages.includes('*') ? PRIMARY_LANGUAGES : languages,
  };
}

function voiceView({ code, name, engine, languageCode, licence }: Voice): object {
  return {
    name: code,
    attribution: { name: `${engine} (${licence})`, url: `${DOCS}/voices.md` },
    installed: true,
    description: name,
    version: null,
    languages: [languageCode],
    speakers: null,
  };
}

/** The languages of a model that detects the language. */
const PRIMARY_LANGUAGES = [...new Set(LANGUAGE_CODES.map(primaryLanguage))];
