import type { ConcurrencySlots } from '@parlance/core/accounts';
import type { AppVocabularies } from '@parlance/core/administration';
import type { Transcoder } from '@parlance/core/audio';
import type { RandomSource } from '@parlance/core/platform';
import type { LiveAdmission } from '@parlance/core/scheduling';
import type { SpeechSettings } from '@parlance/core/settings';
import type { LiveCredits, LiveSynthesizer, SpeechSynthesizer } from '@parlance/core/synthesis';
import type { VoiceSet } from '../voices/voice-set.ts';

export interface LiveSynthesizerNeeds {
  readonly vocabularies: AppVocabularies;
  readonly settings: Pick<SpeechSettings, 'latency' | 'liveTextMaxChars'>;
  readonly synthesizer: SpeechSynthesizer;
  readonly voices: VoiceSet;
  readonly transcoder: Transcoder;
  readonly synthesisSlots: ConcurrencySlots;
  readonly admission: LiveAdmission;
  readonly liveCredits: LiveCredits;
  readonly random: RandomSource;
}

export function createLiveSynthesizer(needs: LiveSynthesizerNeeds): LiveSynthesizer {
  const { settings, voices } = needs;
  return {
    ...needs.synthesizer,
    transcoder: needs.transcoder,
    slots: needs.synthesisSlots,
    admission: needs.admission,
    credits: needs.liveCredits,
    random: needs.random,
    // A getter, since they change with the installed models.
    get realtimeVoices() {
      return voices.realtimeVoices;
    },
    latency: settings.latency,
    vocabularyOf: needs.vocabularies.of,
    maxTextChars: settings.liveTextMaxChars,
  };
}
