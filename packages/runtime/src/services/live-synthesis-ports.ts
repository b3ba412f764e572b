import type { ConcurrencySlots } from '@parlance/core/accounts';
import type { AppVocabularies } from '@parlance/core/administration';
import type { Transcoder } from '@parlance/core/audio';
import type { RandomSource } from '@parlance/core/platform';
import type { LiveAdmission } from '@parlance/core/scheduling';
import type { SpeechSettings } from '@parlance/core/settings';
import type {
  LiveCredits,
  SynthesizeLivePorts,
  SynthesizeSpeechPorts,
  SynthesizeStreamPorts,
} from '@parlance/core/synthesis';
import type { VoiceCatalogue } from '@parlance/core/voices';
import type { VoiceSet } from '../voices/voice-set.ts';

/** What live synthesis works with, in single calls and in streams of text alike. */
export type LiveSynthesisPorts = SynthesizeLivePorts & SynthesizeStreamPorts;

export interface LiveSynthesisNeeds {
  readonly vocabularies: AppVocabularies;
  readonly settings: Pick<SpeechSettings, 'latency' | 'liveTextMaxChars'>;
  readonly synthesis: SynthesizeSpeechPorts;
  readonly catalogue: VoiceCatalogue;
  readonly voices: VoiceSet;
  readonly transcoder: Transcoder;
  readonly synthesisSlots: ConcurrencySlots;
  readonly admission: LiveAdmission;
  readonly liveCredits: LiveCredits;
  readonly random: RandomSource;
}

export function createLiveSynthesisPorts(needs: LiveSynthesisNeeds): LiveSynthesisPorts {
  const { settings, voices } = needs;
  return {
    ...needs.synthesis,
    catalogue: needs.catalogue,
    transcoder: needs.transcoder,
    slots: needs.synthesisSlots,
    admission: needs.admission,
    credits: needs.liveCredits,
    random: needs.random,
    // They change with what is installed.
    get realtimeVoices() {
      return voices.realtimeVoices;
    },
    latency: settings.latency,
    vocabularyOf: needs.vocabularies.of,
    maxTextChars: settings.liveTextMaxChars,
  };
}
