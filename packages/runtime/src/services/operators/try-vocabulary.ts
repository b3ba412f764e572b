import { requireApp } from '@parlance/core/accounts';
import type { VocabularyTrialInput } from '@parlance/core/administration';
import { decodePcm16 } from '@parlance/core/audio';
import type { EngineCallOptions, Voice } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import type { ChooseRecognizer } from '@parlance/core/recognition';
import type { VocabularyTrials } from '@parlance/core/service';
import type { SpeechSettings } from '@parlance/core/settings';
import type { SpeechStorage } from '@parlance/core/storage';
import { chooseFormat, type SpeechSynthesizer, synthesizeSpeech } from '@parlance/core/synthesis';
import { isSameLanguage } from '@parlance/core/text';
import { recognizeRecording } from '@parlance/core/transcription';
import {
  createVocabulary,
  TRIAL_SENTENCES,
  trialOf,
  trialText,
  type VocabularyTerm,
} from '@parlance/core/vocabulary';
import type { VoiceCatalogue } from '@parlance/core/voices';
import { recordingOf } from '../../speech/pcm-recording.ts';
import type { PcmSource } from '../../speech/speech.ts';

export interface TryVocabularyNeeds {
  readonly settings: SpeechSettings;
  readonly synthesizer: SpeechSynthesizer;
  readonly chooseRecognizer: ChooseRecognizer;
  readonly storage: SpeechStorage;
}

/** The list of ordinary words that forms are compared with is English. */
const LANGUAGE = 'en';

/** See `AdminService.tryVocabulary`. One sentence at a time, so that a trial occupies at most one worker of each engine. */
export async function tryVocabulary(
  needs: TryVocabularyNeeds,
  appId: string,
  { terms, voiceCode }: VocabularyTrialInput,
  { signal = new AbortController().signal }: EngineCallOptions = {},
): Promise<VocabularyTrials> {
  await requireApp(needs.storage.records.apps, appId);
  const voice = voiceFor(needs.synthesizer.catalogue, appId, voiceCode);
  const recognizer = needs.chooseRecognizer({ language: LANGUAGE });
  const trials = [];
  for (const term of terms) {
    const heard = [];
    for (const sentence of TRIAL_SENTENCES) {
      const recording = recordingOf(
        await spoken(needs, { term, sentence, voice, signal }),
        needs.synthesizer,
      );
      const { utteranceSilenceMs } = needs.settings;
      const { transcript } = await recognizeRecording(recognizer, recording, {
        utteranceSilenceMs,
        lane: 'batch',
        signal,
      });
      heard.push({ sentence, heard: transcript });
    }
    trials.push(await trialOf(term, heard));
  }
  return { voiceCode: voice.code, trials };
}

/** @throws SpeechError `VOICE_NOT_FOUND`, `INVALID_INPUT` */
function voiceFor(catalogue: VoiceCatalogue, appId: string, code: string | undefined): Voice {
  const isEnglish = ({ languageCode }: Voice): boolean => isSameLanguage(languageCode, LANGUAGE);
  const wanted =
    code === undefined
      ? catalogue.voices.find((voice) => isEnglish(voice) && voice.ownership !== 'PERSONAL')
      : catalogue.find(code, appId);
  if (wanted !== undefined && isEnglish(wanted)) return wanted;
  const message =
    wanted === undefined
      ? 'Terms are tried with an English voice, and this service has none.'
      : `voiceCode ${wanted.code} speaks ${wanted.languageCode}; terms are tried in English: choose an English voice.`;
  throw new SpeechError('INVALID_INPUT', message, { field: 'voiceCode' });
}

interface TrialSpeech {
  readonly term: VocabularyTerm;
  readonly sentence: string;
  readonly voice: Voice;
  readonly signal: AbortSignal;
}

async function spoken(
  { synthesizer }: TryVocabularyNeeds,
  { term, sentence, voice, signal }: TrialSpeech,
): Promise<PcmSource> {
  const format = chooseFormat({ outputFormat: 'pcm' }, voice);
  const order = {
    text: trialText(sentence, term),
    voice,
    format,
    speed: 1,
    latency: 'natural',
    streaming: false,
    reuse: false,
    terms: createVocabulary([term])?.readings,
  } as const;
  const bytes = Buffer.concat(await Array.fromAsync(synthesizeSpeech(synthesizer, order, signal)));
  return { samples: decodePcm16(bytes), sampleRateHz: format.sampleRateHz };
}
