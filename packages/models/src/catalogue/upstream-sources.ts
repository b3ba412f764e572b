import type { HttpsSource, SourceFile } from './catalogue-entry.ts';

const RELEASES_URL = 'https://github.com/k2-fsa/sherpa-onnx/releases/download';
const PIPER_VOICES_URL = 'https://huggingface.co/rhasspy/piper-voices/resolve/main';

/** Path of a file inside the archive's folder, and its name once installed. */
export interface ArchiveMember {
  readonly from: string;
  readonly to: string;
  readonly sizeBytes?: number;
}

/**
 * An archive of the sherpa-onnx releases. They are sometimes rebuilt in place, so they are not pinned by digest.
 *
 * @param release the tag, such as `asr-models`
 * @param name of the archive without `.tar.bz2`, which is also the name of the folder inside it
 */
export function releaseArchive(
  release: string,
  name: string,
  downloadBytes: number,
  members: readonly ArchiveMember[],
): HttpsSource {
  return {
    kind: 'https',
    archiveUrl: `${RELEASES_URL}/${release}/${name}.tar.bz2`,
    downloadBytes,
    files: members.map((member) => unpinned(`${name}/${member.from}`, member.to, member.sizeBytes)),
  };
}

/** A single file of the sherpa-onnx releases. */
export function releaseFile(release: string, name: string, to: string, sizeBytes: number): HttpsSource {
  return {
    kind: 'https',
    downloadBytes: sizeBytes,
    files: [unpinned(`${RELEASES_URL}/${release}/${name}`, to, sizeBytes)],
  };
}

/** URL of a voice's file in the Piper voice collection. */
export function piperVoiceUrl(voice: string, extension: '.onnx' | '.onnx.json'): string {
  const [locale, name, quality] = voice.split('-');
  return `${PIPER_VOICES_URL}/${locale?.split('_')[0]}/${locale}/${name}/${quality}/${voice}${extension}`;
}

function unpinned(from: string, to: string, sizeBytes?: number): SourceFile {
  return { from, to, sha256: null, sizeBytes: sizeBytes ?? null };
}
