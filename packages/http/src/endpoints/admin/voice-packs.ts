import { removalInput } from '@parlance/core/administration';
import { DEFAULT_UPLOAD_FLOOR } from '@parlance/core/scheduling';
import { voicePackInput } from '@parlance/core/voices';
import { z } from 'zod';
import { time } from '../../answers/times.ts';
import { errorMembers } from '../../errors/error-families.ts';
import { disconnectSignal } from '../../kit/disconnect-signal.ts';
import { defineEndpoint } from '../../kit/endpoint/define-endpoint.ts';
import { json } from '../../kit/endpoint/json-answer.ts';
import { named } from '../../kit/named-schema.ts';
import { readPackUpload } from '../../request/body/pack-upload.ts';
import { OPERATOR } from './operator.ts';

const URL = '/admin/v1/voice-packs';

const voicePack = named(
  'VoicePack',
  z.strictObject({
    packId: z.string(),
    addedAt: time,
    family: z.string(),
    licence: z.string(),
    ownership: z.enum(['COMMUNITY', 'PERSONAL']),
    ownerAppId: z.string().nullable().meta({ description: 'The only app that may use the voices.' }),
    voices: z.array(z.strictObject({ code: z.string(), name: z.string(), languageCode: z.string() })),
    sizeBytes: z.int(),
    isInUse: z.boolean().meta({
      description: 'Whether this process offers its voices; another one may still be fetching the files.',
    }),
    error: errorMembers.nullable().meta({ description: 'Why this process does not have it.' }),
    usedAs: z
      .array(z.string())
      .meta({ description: 'What it is used for, which prevents its removal without `force`.' }),
  }),
);
const voicePacks = named('VoicePacks', z.strictObject({ voicePacks: z.array(voicePack.schema) }));

/** Lists voice packs that were added while the service runs. */
export const listVoicePacks = defineEndpoint({
  ...OPERATOR,
  method: 'GET',
  url: URL,
  operationId: 'listVoicePacks',
  summary: 'Voice packs that were added while the service runs, oldest first',
  description:
    'Packs in the folder `voices` of the data folder, or named by the settings, are not among them.',
  answers: { 200: json('The packs.', voicePacks) },
  faults: [],
  handler: ({ service }) => {
    const packs = service.admin?.voicePacks;
    return packs && (async () => ({ voicePacks: await packs.list() }));
  },
});

export const addVoicePack = defineEndpoint({
  ...OPERATOR,
  method: 'POST',
  url: URL,
  operationId: 'addVoicePack',
  summary: 'Add a voice pack; its voices can be used at once',
  description:
    'The form has the files of the pack: `voice-pack.json` and those that it names. The name of each file is its path; folders above ' +
    '`voice-pack.json` are left out, and so are files that it does not name, except the licence and the README. At most 1000 files and ' +
    '1 GB. The pack is kept after its first voice has spoken; nothing of one that is refused is kept.',
  query: voicePackInput,
  rawBody: {
    mediaType: 'multipart/form-data',
    schema: z.object({ file: z.array(z.file()).meta({ description: 'Any field name will do.' }) }),
  },
  answers: { 201: json('The pack.', voicePack) },
  faults: [
    'INVALID_INPUT',
    'NOT_FOUND',
    'VOICE_PACK_CONFLICT',
    'FORBIDDEN',
    'QUEUE_FULL',
    'STORAGE_FULL',
    'STORAGE_FAILED',
  ],
  handler: ({ service, options, uploads }) => {
    const packs = service.admin?.voicePacks;
    if (packs === undefined) return undefined;
    const floor = options.uploadFloor ?? DEFAULT_UPLOAD_FLOOR;
    return async ({ query: { ownerAppId }, caller, request, reply }) => {
      const release = uploads.take();
      try {
        const signal = disconnectSignal(reply.raw);
        const files = readPackUpload(request, { floor });
        return reply.code(201).send(await packs.add(files, { ownerAppId, signal }, caller));
      } finally {
        release();
      }
    };
  },
});

export const removeVoicePack = defineEndpoint({
  ...OPERATOR,
  method: 'DELETE',
  url: `${URL}/:packId`,
  operationId: 'removeVoicePack',
  summary: 'Remove the voices of a pack from the service and delete its files',
  description:
    'Running syntheses are completed; new requests do not find its voices. Refused without `force` if one of them is the ' +
    'default voice or named by the settings.',
  params: { packId: 'From List voice packs.' },
  query: removalInput,
  answers: { 204: { description: 'Removed.' } },
  faults: ['NOT_FOUND', 'INVALID_INPUT', 'VOICE_PACK_CONFLICT', 'FORBIDDEN', 'STORAGE_FAILED'],
  handler: ({ service }) => {
    const packs = service.admin?.voicePacks;
    if (packs === undefined) return undefined;
    return async ({ params, query: { force }, caller, reply }) => {
      await packs.remove(params.packId, { force }, caller);
      return reply.code(204).send();
    };
  },
});
