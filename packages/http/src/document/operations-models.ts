import { removalInput } from '@parlance/core/administration';
import { ADMIN_FAMILY } from './error-families.ts';
import { json } from './members.ts';
import type { Operation } from './operation.ts';

const admin = {
  tag: 'Admin',
  access: 'admin',
  errors: ADMIN_FAMILY,
  path: { modelId: 'An id of the catalogue.' },
} as const;
const MODEL_URL = '/admin/v1/models/:modelId';
const INSTALL_URL = `${MODEL_URL}/install`;
const FAULTS = ['MODEL_NOT_FOUND', 'FORBIDDEN', 'STORAGE_FAILED'] as const;

/** Models of a running service. */
export const MODEL_OPERATIONS: readonly Operation[] = [
  {
    tag: 'Admin',
    access: 'admin',
    errors: ADMIN_FAMILY,
    method: 'GET',
    url: '/admin/v1/models',
    operationId: 'listModels',
    summary: 'Every model of the catalogue: what is installed, in use and the default',
    answers: { 200: json('The models, and the defaults.', 'ModelOverview') },
    faults: [],
  },
  {
    ...admin,
    method: 'GET',
    url: MODEL_URL,
    operationId: 'getModel',
    summary: 'One model; how far its install is',
    answers: { 200: json('The model.', 'ManagedModel') },
    faults: ['MODEL_NOT_FOUND'],
  },
  {
    ...admin,
    method: 'DELETE',
    url: MODEL_URL,
    operationId: 'removeModel',
    summary: 'Take a model out of the service and delete its files',
    description:
      'Requests that use it end as they would have; new ones do not find its voices. Refused without `force` for a default, for a model that settings name, and for one that another installed model needs.',
    query: removalInput,
    answers: { 204: { description: 'Removed.' } },
    faults: [...FAULTS, 'MODEL_NOT_INSTALLED', 'INVALID_INPUT', 'STORAGE_NOT_WRITABLE'],
  },
  {
    ...admin,
    method: 'POST',
    url: INSTALL_URL,
    operationId: 'installModel',
    summary: 'Begin to install a model; its voices or its recognizer can be used once it is there',
    answers: { 202: json('The model, being installed.', 'ManagedModel') },
    faults: FAULTS,
  },
  {
    ...admin,
    method: 'DELETE',
    url: INSTALL_URL,
    operationId: 'cancelModelInstall',
    summary: 'Give up an install that is under way',
    answers: { 200: json('The model.', 'ManagedModel') },
    faults: FAULTS,
  },
  {
    ...admin,
    method: 'POST',
    url: `${MODEL_URL}/default`,
    operationId: 'makeModelDefault',
    summary: 'Make its first voice the default voice, or it the recognizer that is asked first',
    answers: { 200: json('The model.', 'ManagedModel') },
    faults: [...FAULTS, 'MODEL_NOT_INSTALLED', 'INVALID_INPUT'],
  },
];
