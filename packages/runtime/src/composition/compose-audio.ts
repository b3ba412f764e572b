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

/** What is said to those who send another format than WAV where WAV alone is taken. */
const OTHER_FORMATS_HINT =
  'The setting recordingFormats: "any" (PARLANCE_RECORDING_FORMATS=any) has POST /v1/stt read other formats too; ' +
  'POST /v1/audio/transcriptions always does.';

/** How audio comes in and goes out. */
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
