import { removalInput } from '@parlance/core/administration';
import { managedModel, modelOverview } from '../../answers/managed-model.ts';
import { defineEndpoint } from '../../kit/endpoint/define-endpoint.ts';
import { json } from '../../kit/endpoint/json-answer.ts';
import { OPERATOR } from './operator.ts';

const ONE_MODEL = { ...OPERATOR, params: { modelId: 'An id of the catalogue.' } } as const;
const MODEL_URL = '/admin/v1/models/:modelId';
const INSTALL_URL = `${MODEL_URL}/install`;
const FAULTS = ['MODEL_NOT_FOUND', 'FORBIDDEN', 'STORAGE_FAILED'] as const;

/** Models of a running service: what is installed, installing and removing them, and which are the defaults. */
export const listModels = defineEndpoint({
  ...OPERATOR,
  method: 'GET',
  url: '/admin/v1/models',
  operationId: 'listModels',
  summary: 'Every model of the catalogue: what is installed, in use and the default',
  answers: { 200: json('The models, and the defaults.', modelOverview) },
  faults: [],
  handler: ({ service }) => {
    const models = service.admin?.models;
    return models && (async () => models.list());
  },
});

export const getModel = defineEndpoint({
  ...ONE_MODEL,
  method: 'GET',
  url: MODEL_URL,
  operationId: 'getModel',
  summary: 'One model, with the progress of its install',
  answers: { 200: json('The model.', managedModel) },
  faults: ['MODEL_NOT_FOUND'],
  handler: ({ service }) => {
    const models = service.admin?.models;
    return models && (async ({ params }) => models.get(params.modelId));
  },
});

export const removeModel = defineEndpoint({
  ...ONE_MODEL,
  method: 'DELETE',
  url: MODEL_URL,
  operationId: 'removeModel',
  summary: 'Remove a model from the service and delete its files',
  description:
    'Running requests are completed; new ones do not find its voices. Refused without `force` for a default, for a ' +
    'model that settings name, and for one that another installed model needs.',
  query: removalInput,
  answers: { 204: { description: 'Removed.' } },
  faults: [...FAULTS, 'MODEL_NOT_INSTALLED', 'INVALID_INPUT', 'STORAGE_NOT_WRITABLE'],
  handler: ({ service }) => {
    const models = service.admin?.models;
    if (models === undefined) return undefined;
    return async ({ params, query: { force }, caller, reply }) => {
      await models.remove(params.modelId, { force }, caller);
      return reply.code(204).send();
    };
  },
});

export const installModel = defineEndpoint({
  ...ONE_MODEL,
  method: 'POST',
  url: INSTALL_URL,
  operationId: 'installModel',
  summary: 'Begin to install a model; its voices or its recognizer can be used once it is installed',
  answers: { 202: json('The model, being installed.', managedModel) },
  faults: FAULTS,
  handler: ({ service }) => {
    const models = service.admin?.models;
    if (models === undefined) return undefined;
    return async ({ params, caller, reply }) =>
      reply.code(202).send(await models.install(params.modelId, caller));
  },
});

export const cancelModelInstall = defineEndpoint({
  ...ONE_MODEL,
  method: 'DELETE',
  url: INSTALL_URL,
  operationId: 'cancelModelInstall',
  summary: 'Cancel an install that is in progress',
  answers: { 200: json('The model.', managedModel) },
  faults: FAULTS,
  handler: ({ service }) => {
    const models = service.admin?.models;
    return models && (async ({ params, caller }) => models.cancelInstall(params.modelId, caller));
  },
});

export const makeModelDefault = defineEndpoint({
  ...ONE_MODEL,
  method: 'POST',
  url: `${MODEL_URL}/default`,
  operationId: 'makeModelDefault',
  summary: 'Make its first voice the default voice, or make it the default recognizer',
  answers: { 200: json('The model.', managedModel) },
  faults: [...FAULTS, 'MODEL_NOT_INSTALLED', 'INVALID_INPUT'],
  handler: ({ service }) => {
    const models = service.admin?.models;
    return models && (async ({ params, caller }) => models.makeDefault(params.modelId, caller));
  },
});
