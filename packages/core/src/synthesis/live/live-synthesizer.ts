import type { LiveCapacity } from '../../accounts/app-limits/admit-live.ts';
import type { Transcoder } from '../../audio/transcoder.ts';
import type { RandomSource } from '../../platform/random-source.ts';
import type { VocabularyOf } from '../../vocabulary/vocabulary-of.ts';
import type { RealtimeVoices } from '../../voices/realtime-voices.ts';
import type { SpeechSynthesizer } from '../speech/speech-synthesizer.ts';
import type { LiveCredits } from './live-credits.ts';

/** What speaks to callers who wait, in single calls and in streams of text alike. */
export interface LiveSynthesizer extends SpeechSynthesizer, LiveCapacity {
  readonly credits: Pick<LiveCredits, 'open'>;
  readonly random: Pick<RandomSource, 'id'>;
  readonly latency: 'lowest' | 'natural';
  /** Absent: a call's own terms alone. */
  readonly vocabularyOf?: VocabularyOf | undefined;
  /** The voices of mode "sync". */
  readonly realtimeVoices: RealtimeVoices;
  /** Code points that SSML may speak in mode "sync"; plain text was measured already. */
  readonly maxTextChars: number;
  readonly transcoder: Pick<Transcoder, 'encode'>;
}
