import type { SpeechErrorCode } from '@parlance/core/errors';
import type { ZodObject, ZodType } from 'zod';
import type { HttpErrorTable } from '../errors/error-tables.ts';
import type { AnswerName } from './answers.ts';

/** The groups that operations are shown in. */
export const TAGS = {
  Speech: 'Text to speech: at once, or as a job of any length.',
  Recognition: 'Speech to text of recordings. Live recognition is a WebSocket: see /asyncapi.json.',
  Voices: 'The catalogue.',
  Tokens: 'For browsers.',
  Legacy: 'The older way to speak.',
  Admin: 'Apps, accounts and reports, for the operator.',
  Server: 'What machines ask, and the description of it all.',
} as const;
export type Tag = keyof typeof TAGS;

/** The body of an error differs by family. */
export type ErrorShape = 'Error' | 'LegacyError' | 'VoiceListError';

/** How a family of endpoints tells what went wrong. */
export interface ErrorFamily {
  readonly table: HttpErrorTable;
  readonly shape: ErrorShape;
}

export interface Answer {
  readonly description: string;
  /** Absent: no body. */
  readonly mediaTypes?: readonly string[];
  /** Of a JSON body; absent: bytes or text. */
  readonly schema?: AnswerName;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `app`: an app's token and App ID; `admin`: the admin token; `link`: the address is the credential; `none`: for everybody. */
export type Access = 'app' | 'admin' | 'link' | 'none';

/** One endpoint as the document tells it. What it takes are the schemas that its route parses with. */
export interface Operation {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** As Fastify knows it, `/v1/tts/requests/:requestId`. */
  readonly url: string;
  readonly operationId: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** What each parameter of the path is. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: ZodObject;
  readonly isIdempotent?: true;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: {
    readonly mediaType: 'application/json' | 'multipart/form-data';
    readonly schema: ZodType;
    readonly example?: unknown;
    readonly isOptional?: true;
  };
  readonly answers: Readonly<Record<number, Answer>>;
  readonly errors: ErrorFamily;
  /** Those that the endpoint itself may raise; what every endpoint of its access may raise is added. */
  readonly faults: readonly SpeechErrorCode[];
}
