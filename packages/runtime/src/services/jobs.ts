import type { AppVocabularies } from '@parlance/core/administration';
import type { AudioReader } from '@parlance/core/audio';
import type { Clock, RandomSource } from '@parlance/core/platform';
import type { ChooseRecognizer } from '@parlance/core/recognition';
import type { Egress, RequestEnds } from '@parlance/core/requests';
import type { SpeechService } from '@parlance/core/service';
import type { SpeechSettings } from '@parlance/core/settings';
import type { SpeechStorage } from '@parlance/core/storage';
import {
  type AudioLinks,
  awaitSynthesis,
  getSynthesis,
  type SpeechSynthesizer,
  submitSynthesis,
} from '@parlance/core/synthesis';
import { getTranscript, submitTranscription } from '@parlance/core/transcription';

/** Batch requests, which the workers process later, and their state and results. */
export type Jobs = Pick<
  SpeechService,
  | 'submitSynthesis'
  | 'getSynthesis'
  | 'awaitSynthesis'
  | 'openAudio'
  | 'submitTranscription'
  | 'getTranscript'
>;

export interface JobsNeeds {
  readonly vocabularies: AppVocabularies;
  readonly settings: Pick<SpeechSettings, 'maxWaitingJobs'>;
  readonly synthesizer: SpeechSynthesizer;
  readonly chooseRecognizer: ChooseRecognizer;
  readonly uploadReader: AudioReader;
  readonly storage: SpeechStorage;
  readonly egress: Egress;
  readonly links: AudioLinks;
  readonly ends: RequestEnds;
  readonly clock: Clock;
  readonly random: RandomSource;
  /** Called before new work is accepted. @throws SpeechError `SHUTTING_DOWN` once the service closes */
  readonly assertOpen: () => void;
}

export function createJobs(needs: JobsNeeds): Jobs {
  const { settings, synthesizer, chooseRecognizer, links, clock } = needs;
  const { records, queue, audio, spool } = needs.storage;
  const intake = {
    records,
    queue,
    egress: needs.egress,
    clock,
    random: needs.random,
    maxWaitingJobs: settings.maxWaitingJobs,
  };
  const synthesisIntake = {
    ...intake,
    ...synthesizer,
    vocabularyOf: needs.vocabularies.of,
  };
  const transcriptionIntake = {
    ...intake,
    chooseRecognizer,
    audio,
    spool,
    reader: needs.uploadReader,
  };
  const lookup = { records, clock, links, ends: needs.ends };
  return {
    async submitSynthesis(input, app, options) {
      needs.assertOpen();
      return submitSynthesis(synthesisIntake, input, app, options);
    },
    getSynthesis: (requestId, app) => getSynthesis(lookup, requestId, app),
    awaitSynthesis: (requestId, app, options) => awaitSynthesis(lookup, requestId, app, options),
    openAudio: (link) => links.open(link),
    async submitTranscription(recording, app, options) {
      needs.assertOpen();
      return submitTranscription(transcriptionIntake, recording, app, options);
    },
    getTranscript: (transcriptId, app) => getTranscript(records, transcriptId, app),
  };
}
