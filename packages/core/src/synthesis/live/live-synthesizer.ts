import type { LiveCapacity } from '../../accounts/app-limits/admit-live.ts';
import type { Transcoder } from '../../audio/transcoder.ts';
import type { RandomSource } from '../../platform/random-source.ts';
import type { VocabularyOf } from '../../vocabulary/vocabulary-of.ts';
import type { RealtimeVoices } from '../../voices/realtime-voices.ts';
import type { SpeechSynthesizer } from '../speech/speech-synthesizer.ts';
import type { LiveCredits } from './live-credits.ts';

/** What live synthesis needs, for single calls and for speech streams. */
export interface LiveSynthesizer extends SpeechSynthesizer, LiveCapacity {
  readonly credits: Pick<LiveCredits, 'open'>;
  readonly random: Pick<RandomSource, 'id'>;
  readonly latency: 'lowest' | 'natural';
  /** Absent: only a call's own terms. */
  readonly vocabularyOf?: VocabularyOf | undefined;
  /** The voices of mode "sync". */
  readonly realtimeVoices: RealtimeVoices;
  /** How many code points SSML may speak in mode "sync"; the length of plain text has been checked before. */
  readonly maxTextChars: number;
  readonly transcoder: Pick<Transcoder, 'encode'>;
}
