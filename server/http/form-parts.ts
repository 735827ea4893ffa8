import type { FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { DOCUMENT_MB } from '#shared/uploads.ts'
import { requireStorableText } from './storable-text.ts'

/** Of all files together: they are held in memory, and sending them needs no account. */
const MAX_BYTES = 2 * DOCUMENT_MB * 1_048_576

export type FormFile = { name: string; mimeType: string; bytes: Uint8Array }
export type FormPart = { field: string; value: unknown } | { field: string; file: FormFile }

/** The body of a request that may be JSON or a form with files; `readForm` gives the form the shape of the JSON. */
export async function readBody(
  request: FastifyRequest,
  readForm: (parts: AsyncIterable<FormPart>) => Promise<{ body: object; files: FormFile[] }>,
): Promise<{ body: unknown; files: FormFile[] }> {
  return request.isMultipart() ? readForm(readFormParts(request)) : { body: request.body, files: [] }
}

/** Throws TOO_LARGE or INVALID_INPUT; an oversized body is not read to its end. */
export async function* readFormParts(request: FastifyRequest): AsyncGenerator<FormPart> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES + 1_048_576) {
    throw tooLarge()
  }
  let total = 0
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') {
        requireStorableText({ [part.fieldname]: part.value })
        yield { field: part.fieldname, value: part.value }
        continue
      }
      requireStorableText({ [part.fieldname]: part.filename })
      const bytes = await part.toBuffer()
      total += bytes.length
      if (total > MAX_BYTES) {
        throw tooLarge()
      }
      yield { field: part.fieldname, file: { name: part.filename, mimeType: part.mimetype, bytes } }
    }
  } catch (cause) {
    throw toFormError(cause)
  }
}

function toFormError(cause: unknown) {
  if (cause instanceof AppError) {
    return cause
  }
  const isLimit = cause instanceof Error && 'statusCode' in cause && cause.statusCode === 413
  return isLimit ? tooLarge(cause) : new AppError('INVALID_INPUT', 'The form could not be read.', { cause })
}

function tooLarge(cause?: unknown) {
  return new AppError('TOO_LARGE', 'These files are too many or too large.', { cause })
}
