import { synthesisRequest, synthesisRequestView } from '../answers/synthesis-request.ts';
import { SPEECH_FAMILY } from '../errors/error-families.ts';
import { sendUnkept } from '../kit/answers/send-unkept.ts';
import { defineEndpoint } from '../kit/endpoint/define-endpoint.ts';
import { json } from '../kit/endpoint/json-answer.ts';
import { publicAddress } from '../request/public-address.ts';
import { APP } from './access.ts';

/** Get request. */
export const getSpeech = defineEndpoint({
  method: 'GET',
  url: '/v1/tts/requests/:requestId',
  operationId: 'getSpeech',
  tag: 'Speech',
  summary: 'The state of a job, and a link to its audio',
  access: APP,
  params: { requestId: 'From the answer of `async`.' },
  answers: { 200: json('The request.', synthesisRequest) },
  errors: SPEECH_FAMILY,
  faults: ['REQUEST_NOT_FOUND', 'STORAGE_FAILED'],
  handler:
    ({ service, options }) =>
    async ({ caller, params, request, reply }) => {
      const view = await service.getSynthesis(params.requestId, caller);
      // The answer contains a link that needs no other credential.
      return sendUnkept(reply, synthesisRequestView(view, publicAddress(request, options)));
    },
});
