import type { RecognitionEngine } from '../../engine/recognition-engine.ts';
import type { AsyncQueue } from '../../platform/async-queue.ts';
import type { OpenSegment, SpeechSegmentEvent } from '../../segmentation/speech-segmenter.ts';
import type { RecognitionEvent } from '../recognition-event.ts';
import { createFinalDecoder, type DecodeOptions } from './decode-finals.ts';
import { createInterimDecoder } from './decode-interims.ts';

/** Decodes the utterances of one stream of audio into events. */
export interface UtteranceDecoder {
  /**
   * @param found what ended and began in a block of the audio
   * @param openSegment the utterance that is being spoken after that block
   * @returns when there is room for another block
   */
  follow(found: readonly SpeechSegmentEvent[], openSegment: () => OpenSegment | undefined): Promise<void>;
  /** Resolves when the last result has been reported. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

export interface UtteranceDecoderOptions extends DecodeOptions {
  readonly interimResults: boolean;
}

/** For models that decode whole segments. An interim decodes what there is of the open utterance. */
export function createSegmentDecoder(
  recognizer: RecognitionEngine,
  events: AsyncQueue<RecognitionEvent>,
  options: UtteranceDecoderOptions,
): UtteranceDecoder {
  const { interimResults, isAhead } = options;
  const interims = createInterimDecoder(recognizer, events, options);
  const finals = createFinalDecoder(recognizer, events, options, (text, span) => {
    if (interimResults && finals.isIdle) interims.report(text, span);
  });
  return {
    async follow(found, openSegment) {
      if (found.some(({ type }) => type === 'segment')) interims.consider(undefined);
      await finals.decode(found);
      const open = openSegment();
      finals.anticipate(open);
      if (interimResults) interims.consider(finals.isIdle && !isAhead() ? open : undefined);
    },
    finish() {
      interims.consider(undefined);
      return finals.finish();
    },
    close: async () => undefined,
  };
}
