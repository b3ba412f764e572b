/** How one family of endpoints answers one error code of the core. */
export interface HttpError {
  readonly status: number;
  /** The `code` of the body. */
  readonly code: string;
  /** Replaces the error's own message if that is meant for the operator. */
  readonly message?: string;
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
}

export const BAD_REQUEST = { status: 400, code: 'BAD_REQUEST' } as const satisfies HttpError;

export const INTERNAL_SERVER_ERROR = {
  status: 500,
  code: 'INTERNAL_SERVER_ERROR',
  message: "An internal error occurred. The server's log has it under this answer's X-Request-Id.",
} as const satisfies HttpError;

/** @returns the code and message of an error in a body */
export function wireFailure(
  wire: HttpError,
  { message }: { readonly message: string },
): { readonly code: string; readonly message: string } {
  return { code: wire.code, message: wire.message ?? message };
}
