import { voiceOwnerInput } from '@parlance/core/voices';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { operatorVoice, operatorVoiceView } from '../../answers/operator-voice.ts';
import { defineEndpoint } from '../../kit/endpoint/define-endpoint.ts';
import { json } from '../../kit/endpoint/json-answer.ts';
import { named } from '../../kit/named-schema.ts';
import { publicAddress } from '../../request/public-address.ts';
import type { AdminContext } from '../context.ts';
import { OPERATOR } from './operator.ts';

const operatorVoices = named('OperatorVoices', z.strictObject({ voices: z.array(operatorVoice.schema) }));

const demoBase = ({ service, options }: AdminContext, request: FastifyRequest): string | undefined =>
  service.renderDemo === undefined ? undefined : publicAddress(request, options);

export const listAllVoices = defineEndpoint({
  ...OPERATOR,
  method: 'GET',
  url: '/admin/v1/voices',
  operationId: 'listAllVoices',
  summary: 'All voices, with engine, licence and owner',
  answers: { 200: json('The voices.', operatorVoices) },
  faults: [],
  handler: (context) => {
    const { admin } = context.service;
    if (admin === undefined) return undefined;
    return async ({ request }) => {
      const base = demoBase(context, request);
      return { voices: (await admin.listAllVoices()).map((voice) => operatorVoiceView(voice, base)) };
    };
  },
});

export const giveVoice = defineEndpoint({
  ...OPERATOR,
  method: 'POST',
  url: '/admin/v1/voices/:code/owner',
  operationId: 'giveVoice',
  summary: 'Assign a voice to one app, or to all apps again',
  description:
    'From now on only that app sees and uses it; for others it does not exist. Refused for the default voice, and for a voice that ' +
    'the setting `personalVoices` names.',
  params: { code: 'The code of a voice.' },
  body: { schema: voiceOwnerInput, example: { appId: null } },
  answers: { 200: json('The voice.', operatorVoice) },
  faults: ['VOICE_NOT_FOUND', 'NOT_FOUND', 'INVALID_INPUT', 'FORBIDDEN', 'STORAGE_FAILED'],
  handler: (context) => {
    const { admin } = context.service;
    if (admin === undefined) return undefined;
    return async ({ params, body, caller, request }) => {
      const voice = await admin.giveVoice(params.code, body.appId, caller);
      return operatorVoiceView(voice, demoBase(context, request));
    };
  },
});
