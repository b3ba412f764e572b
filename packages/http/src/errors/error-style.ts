/** The body of an error in one family of endpoints. */
export interface ErrorStyle {
  readonly mediaType: 'application/json' | 'text/json';
  body(code: string, message: string): object;
}

export const JSON_ERRORS: ErrorStyle = {
  mediaType: 'application/json',
  body: (code, message) => ({ error: { code, message } }),
};

export const LEGACY_ERRORS: ErrorStyle = {
  mediaType: 'text/json',
  body: (code, message) => ({ status: 0, error_code: code, error_message: message }),
};

export const VOICE_LIST_ERRORS: ErrorStyle = {
  mediaType: 'text/json',
  body: (code, message) => ({ result: null, status: 0, error: { code, message } }),
};

/** For addresses that OpenAI's clients also use: they expect a type and a parameter too. */
export const AUDIO_ERRORS: ErrorStyle = {
  mediaType: JSON_ERRORS.mediaType,
  body(code, message) {
    const type = code === 'INTERNAL_SERVER_ERROR' ? 'server_error' : 'invalid_request_error';
    return { error: { code, message, type, param: null } };
  },
};
