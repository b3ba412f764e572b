import type { BalanceCheck, ConcurrencySlots } from '@parlance/core/accounts';
import type { AppVocabularies } from '@parlance/core/administration';
import type { AudioReader } from '@parlance/core/audio';
import type { EngineCallOptions, LoadListening } from '@parlance/core/engine';
import { type Clock, endingUnread, type RandomSource } from '@parlance/core/platform';
import type { ChooseRecognizer } from '@parlance/core/recognition';
import type { Egress } from '@parlance/core/requests';
import type { LiveAdmission } from '@parlance/core/scheduling';
import type { SpeechService } from '@parlance/core/service';
import type { SpeechSettings } from '@parlance/core/settings';
import type { SpeechStorage } from '@parlance/core/storage';
import { type LiveSynthesizer, synthesizeLive, synthesizeStream } from '@parlance/core/synthesis';
import {
  type LiveTranscriber,
  transcribeRecording,
  transcribeShortAddress,
  transcribeShortBytes,
} from '@parlance/core/transcription';
import { withLoadListener } from '../engines/load-listener.ts';
import type { LiveMeter } from '../measuring/live-meter.ts';
import type { DemoRenderer } from './demo-renderer.ts';

/** Calls whose caller waits for the answer: live synthesis and the transcription of short recordings. */
export type LiveSpeech = Pick<
  SpeechService,
  | 'synthesizeLive'
  | 'synthesizeStream'
  | 'renderDemo'
  | 'requireSeconds'
  | 'transcribeShortBytes'
  | 'transcribeShortAddress'
  | 'transcribeRecording'
>;

export interface LiveSpeechNeeds extends CallMeterNeeds {
  readonly vocabularies: AppVocabularies;
  readonly settings: Pick<SpeechSettings, 'utteranceSilenceMs'>;
  readonly liveSynthesizer: LiveSynthesizer;
  readonly demos: DemoRenderer;
  readonly chooseRecognizer: ChooseRecognizer;
  readonly uploadReader: AudioReader;
  readonly recordingReader: AudioReader;
  readonly recognitionSlots: ConcurrencySlots;
  readonly admission: LiveAdmission;
  readonly seconds: BalanceCheck;
  readonly storage: Pick<SpeechStorage, 'records' | 'spool'>;
  readonly egress: Egress;
  readonly random: RandomSource;
}

interface CallMeterNeeds {
  readonly meter: LiveMeter;
  readonly clock: Clock;
  /** Called before new work begins. @throws SpeechError `SHUTTING_DOWN` once the service closes */
  readonly assertOpen: () => void;
}

/** The price of the shortest recording. */
const LEAST_SECONDS = '1';

export function createLiveSpeech(needs: LiveSpeechNeeds): LiveSpeech {
  const { liveSynthesizer, seconds, storage } = needs;
  const ofUploads: LiveTranscriber = {
    chooseRecognizer: needs.chooseRecognizer,
    vocabularyOf: needs.vocabularies.of,
    slots: needs.recognitionSlots,
    admission: needs.admission,
    reader: needs.uploadReader,
    records: storage.records,
    spool: storage.spool,
    egress: needs.egress,
    seconds,
    clock: needs.clock,
    random: needs.random,
    utteranceSilenceMs: needs.settings.utteranceSilenceMs,
  };
  const ofRecordings: LiveTranscriber = { ...ofUploads, reader: needs.recordingReader };
  return {
    synthesizeLive: (input, app, options) =>
      measured(needs, () => synthesizeLive(liveSynthesizer, input, app, options), options),
    synthesizeStream: (input, app, options) =>
      measured(needs, () => synthesizeStream(liveSynthesizer, input, app, options), options),
    renderDemo: (code) => needs.demos.render(code),
    requireSeconds: (appId) => seconds.cover(appId, LEAST_SECONDS),
    transcribeShortBytes: (wav, app, options) =>
      withLoadListener(options?.onLoad, async () => transcribeShortBytes(ofUploads, wav, app, options)),
    transcribeShortAddress: (url, app, options) =>
      withLoadListener(options?.onLoad, async () => transcribeShortAddress(ofUploads, url, app, options)),
    async transcribeRecording(bytes, app, options) {
      needs.assertOpen();
      return withLoadListener(options?.onLoad, () => transcribeRecording(ofRecordings, bytes, app, options));
    },
  };
}

/**
 * Counts a live synthesis while it runs, and measures its time to first audio.
 *
 * @throws SpeechError `SHUTTING_DOWN`; any error of `start`
 */
async function measured<Live extends { readonly audio: AsyncIterable<Uint8Array> }>(
  { meter, clock, assertOpen }: CallMeterNeeds,
  start: () => Promise<Live>,
  { signal, onLoad }: Pick<EngineCallOptions, 'signal'> & LoadListening = {},
): Promise<Live> {
  // Checked here, since the cache answers without the engines.
  assertOpen();
  const startedMs = clock.monotonicMs();
  let isRunning = true;
  meter.syntheses += 1;
  const end = (): void => {
    // The signal may live much longer than the call.
    signal?.removeEventListener('abort', end);
    if (isRunning) meter.syntheses -= 1;
    isRunning = false;
  };
  // A caller that leaves before reading never reaches the end of the audio.
  signal?.addEventListener('abort', end, { once: true });
  try {
    const live = await withLoadListener(onLoad, start);
    meter.firstAudio.add(clock.monotonicMs() - startedMs);
    return { ...live, audio: whileRead(live.audio, end) };
  } catch (error) {
    end();
    throw error;
  }
}

function whileRead(audio: AsyncIterable<Uint8Array>, onEnd: () => void): AsyncIterable<Uint8Array> {
  async function* read(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield* audio;
    } finally {
      onEnd();
    }
  }
  return endingUnread(read(), async () => {
    onEnd();
    await audio[Symbol.asyncIterator]().return?.();
  });
}
