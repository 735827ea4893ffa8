import { ERROR_CODES, type ErrorCode } from '#shared/errors.ts'

type ErrorDocs = { name: string; code: ErrorCode; description: string; example: string }

/** Error responses by status. One code represents those that share a status. */
const byStatus: Record<number, ErrorDocs> = {
  400: {
    name: 'BadRequest',
    code: 'INVALID_INPUT',
    description: 'The request is not valid. `details` names the fields.',
    example: 'question: Write a question',
  },
  401: {
    name: 'Unauthorized',
    code: 'UNAUTHENTICATED',
    description: 'No credentials, or not valid ones.',
    example: 'Sign in to continue.',
  },
  402: {
    name: 'PaymentRequired',
    code: 'INSUFFICIENT_FUNDS',
    description: 'The wallet cannot pay for this, or a spending limit is reached.',
    example: 'The wallet of this flow is empty.',
  },
  403: {
    name: 'Forbidden',
    code: 'FORBIDDEN',
    description: 'The caller is known and lacks the right to do this.',
    example: 'This API key lacks the permission chatflows:view.',
  },
  404: {
    name: 'NotFound',
    code: 'NOT_FOUND',
    description: 'It does not exist, or belongs to somebody else.',
    example: 'This flow does not exist.',
  },
  409: {
    name: 'Conflict',
    code: 'CONFLICT',
    description: 'It conflicts with what is stored.',
    example: 'This already exists.',
  },
  413: {
    name: 'ContentTooLarge',
    code: 'TOO_LARGE',
    description: 'The request is too large.',
    example: 'This request is too large.',
  },
  429: {
    name: 'TooManyRequests',
    code: 'RATE_LIMITED',
    description: 'Too many requests. `Retry-After` says how many seconds to wait.',
    example: 'Too many attempts. Try again in 30 seconds.',
  },
  502: {
    name: 'BadGateway',
    code: 'UPSTREAM_FAILED',
    description: 'A service that the flow or the server uses has failed.',
    example: 'The model provider did not answer.',
  },
  503: {
    name: 'ServiceUnavailable',
    code: 'UNAVAILABLE',
    description: 'Not possible at the moment.',
    example: 'This is not available right now.',
  },
}

const schema = { $ref: '#/components/schemas/Error' }

export const errorResponses = {
  ...Object.fromEntries(
    Object.entries(byStatus).map(([status, { name, code, description, example }]) => [
      name,
      {
        description,
        ...(status === '429' && {
          headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
        }),
        content: {
          'application/json': {
            schema,
            example: { error: example, message: example, code, statusCode: Number(status), success: false },
          },
        },
      },
    ]),
  ),
  UnexpectedError: {
    description: `Any other error. \`code\` is one of ${Object.keys(ERROR_CODES)
      .map((code) => `\`${code}\``)
      .join(', ')}.`,
    content: {
      'application/json': {
        schema,
        example: {
          error: 'Something went wrong on our side.',
          message: 'Something went wrong on our side.',
          code: 'INTERNAL',
          statusCode: 500,
          success: false,
        },
      },
    },
  },
}

export function referToErrors(statuses: readonly number[]) {
  const refs = statuses
    .toSorted((a, b) => a - b)
    .flatMap((status) => {
      const name = byStatus[status]?.name
      return name ? [[String(status), { $ref: `#/components/responses/${name}` }]] : []
    })
  return { ...Object.fromEntries(refs), default: { $ref: '#/components/responses/UnexpectedError' } }
}
