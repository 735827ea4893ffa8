/** What the server says, by the word of the trade; and the sentences of shared schemas, which reach the screen as they are. */
export const errors = {
  byCode: {
    INVALID_INPUT: 'Some fields are not valid.',
    INVALID_FLOW: 'This flow cannot run as it is.',
    UNAUTHENTICATED: 'Sign in to continue.',
    INSUFFICIENT_FUNDS: 'Insufficient balance. Please top up your wallet.',
    FORBIDDEN: 'You may not do this.',
    NOT_FOUND: 'This does not exist, or it is not yours.',
    METHOD_NOT_ALLOWED: 'The server does not support this request.',
    REQUEST_TIMEOUT: 'The request took too long to send.',
    CONFLICT: 'This already exists or has changed meanwhile.',
    NEEDS_APPROVAL: 'Another administrator must approve this change. Nothing has been posted yet.',
    TOO_LARGE: 'This is too large.',
    URI_TOO_LONG: 'This address is too long.',
    UNSUPPORTED_MEDIA_TYPE: 'The server does not support this format.',
    RATE_LIMITED: 'Too many tries. Please wait a little and try again.',
    EXPECTATION_FAILED: 'The Expect header is not supported.',
    HEADERS_TOO_LARGE: 'The request headers are too large.',
    STOPPED: 'This was stopped.',
    INTERNAL: 'Something went wrong on our side.',
    UPSTREAM_FAILED: 'The server cannot be reached.',
    MODEL_OUTPUT: 'The model’s answer does not have the required form.',
    UNAVAILABLE: 'This is not available at the moment.',
    TIMED_OUT: 'The server did not answer in time.',
  },
  /** The one sentence of shared/phone.ts that names things; `country` is the English name. */
  phoneFormat: (country: string, format: string) => `Invalid format for ${country}. Expected: ${format}`,
  /** English ones are shown as they come. */
  sentences: {} as Record<string, string>,
}
