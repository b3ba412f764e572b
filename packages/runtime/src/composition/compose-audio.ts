import {
  createAnyRecordingReader,
  createAudioCodec,
  createAudioReader,
  createFfmpegTranscoder,
  createRecordingDecoder,
} from '@parlance/audio';
import type { DependencyContainer } from 'tsyringe';
import { provide } from './provide.ts';
import { TOKENS } from './tokens.ts';

/** The hint for callers that send another format where only WAV is accepted. */
const OTHER_FORMATS_HINT =
  'With the setting recordingFormats: "any" (PARLANCE_RECORDING_FORMATS=any), POST /v1/stt reads other formats too; ' +
  'POST /v1/audio/transcriptions always does.';

/** Decoding and encoding of audio. */
export function composeAudio(parts: DependencyContainer): void {
  const { codec, decoder, transcoder, recordingReader, settings, storage, events } = TOKENS;
  provide(parts, codec, createAudioCodec, {});
  provide(parts, transcoder, () => createFfmpegTranscoder(), {});
  provide(
    parts,
    decoder,
    ({ events }) =>
      createRecordingDecoder({ onIncident: (incident) => void events.emit('engine-incident', incident) }),
    { events },
  );
  provide(
    parts,
    recordingReader,
    ({ storage: { spool }, ...needs }) => createAnyRecordingReader({ ...needs, spool }),
    { codec, decoder, transcoder, storage },
  );
  provide(
    parts,
    TOKENS.uploadReader,
    ({ settings, codec, recordingReader }) =>
      settings.recordingFormats === 'any'
        ? recordingReader
        : createAudioReader({ codec, otherFormatsHint: OTHER_FORMATS_HINT }),
    { settings, codec, recordingReader },
  );
}
