import { AppError } from '#shared/errors.ts'

/** What a document may take. Files of people are small; what is larger was made to hurt, or belongs in a database. */
export const limits = {
  /** As it was uploaded. */
  bytes: 50_000_000,
  /** Of all parts of an office file together, and of its packed parts. */
  unpackedBytes: 200_000_000,
  parts: 10_000,
  pages: 5_000,
  rows: 200_000,
  /** Letters that come out. */
  letters: 50_000_000,
  /** One document may take so long to read. */
  timeMs: 60_000,
  memoryMb: 512,
}

export function refuseTooLarge(what: string): never {
  throw new AppError('TOO_LARGE', `The document is too large to read: ${what}.`)
}

export function refuseUnreadable(what: string, cause?: unknown): never {
  throw new AppError('INVALID_INPUT', `The document could not be read: ${what}.`, { cause })
}
