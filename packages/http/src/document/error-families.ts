import { ADMIN_ERRORS, STT_ERRORS, TTS_ERRORS, VOICES_ERRORS } from '../errors/error-tables.ts';
import type { ErrorFamily } from './operation.ts';

export const SPEECH_FAMILY: ErrorFamily = { table: TTS_ERRORS, shape: 'Error' };
export const LEGACY_FAMILY: ErrorFamily = { table: TTS_ERRORS, shape: 'LegacyError' };
export const RECOGNITION_FAMILY: ErrorFamily = { table: STT_ERRORS, shape: 'Error' };
export const VOICES_FAMILY: ErrorFamily = { table: VOICES_ERRORS, shape: 'VoiceListError' };
export const ADMIN_FAMILY: ErrorFamily = { table: ADMIN_ERRORS, shape: 'Error' };
