import { SpeechError } from '../../errors/speech-error.ts';
import { LIMITS } from '../../limits/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Sealer } from '../../platform/sealer.ts';
import type { AudioStore, StoredAudio } from '../../storage/audio-store.ts';

/** The stored audio of a link, and the values for the answer's headers. */
export interface LinkedAudio {
  readonly audio: StoredAudio;
  readonly contentType: string;
  /** A strong entity tag: the object never changes. */
  readonly etag: string;
}

/** The parts of a link: `GET /v1/audio/{fileName}?expires=…&signature=…`. */
export interface AudioLinkParts {
  readonly fileName: string;
  readonly expires: string | undefined;
  readonly signature: string | undefined;
}

export interface AudioLinksOptions {
  readonly sealer: Pick<Sealer, 'sign' | 'verify'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly audio: Pick<AudioStore, 'open' | 'link'>;
  /** The address under which callers reach the service, without a slash at its end; `undefined`: links are paths. */
  readonly publicUrl: () => Promise<string | undefined>;
}

/** Links to results that need no other credential and are valid for three minutes. */
export interface AudioLinks {
  /** @param objectName of a result in the audio store */
  linkTo(objectName: string): Promise<string>;
  /** @throws SpeechError `FORBIDDEN` if the link was altered or has expired, or the audio was deleted */
  open(link: AudioLinkParts): Promise<LinkedAudio>;
}

export const RESULTS_FOLDER = 'results';
const SEALED_FOR = 'audio-link';
/** Part of what is signed, so that the format of links can change. */
const LINK_VERSION = 1;
const EPOCH_SECONDS = /^[1-9]\d{0,11}$/;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  json: 'application/json; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
};

/** The name of a request's result in the audio store. */
export function resultName(requestId: string, extension: string): string {
  return `${RESULTS_FOLDER}/${requestId}.${extension}`;
}

export function createAudioLinks({ sealer, clock, audio, publicUrl }: AudioLinksOptions): AudioLinks {
  const signed = (fileName: string, expires: string): string => `${LINK_VERSION}|${fileName}|${expires}`;
  const isGood = ({ fileName, expires, signature }: AudioLinkParts): boolean =>
    expires !== undefined &&
    signature !== undefined &&
    EPOCH_SECONDS.test(expires) &&
    sealer.verify(SEALED_FOR, signed(fileName, expires), signature) &&
    clock.now() <= Number(expires) * 1000;
  return {
    async linkTo(objectName) {
      const fileName = objectName.slice(RESULTS_FOLDER.length + 1);
      const { lifeSeconds } = LIMITS.audioLink;
      if (audio.link !== undefined) {
        return await audio.link(objectName, { lifeSeconds, contentType: contentTypeOfName(fileName) });
      }
      const expires = String(Math.floor(clock.now() / 1000) + lifeSeconds);
      const signature = sealer.sign(SEALED_FOR, signed(fileName, expires));
      const base = (await publicUrl()) ?? '';
      return `${base}/v1/audio/${fileName}?expires=${expires}&signature=${signature}`;
    },
    async open(link) {
      if (!isGood(link)) throw forbidden();
      const stored = await audio.open(`${RESULTS_FOLDER}/${link.fileName}`);
      if (stored === undefined) throw forbidden();
      return { audio: stored, contentType: contentTypeOfName(link.fileName), etag: `"${link.fileName}"` };
    },
  };
}

function contentTypeOfName(fileName: string): string {
  return CONTENT_TYPES[fileName.slice(fileName.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

/** The same error for every cause, so that forgers learn nothing. */
function forbidden(): SpeechError {
  return new SpeechError(
    'FORBIDDEN',
    'The audio link was altered or has expired, or its audio was deleted. Get request returns a fresh one.',
  );
}
