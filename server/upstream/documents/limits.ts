import { AppError } from '#shared/errors.ts'

/** Limits of one document. They bound the reader's output, whatever the format and the file size. */
export const limits = {
  bytes: 50_000_000,
  /** Total size of the parsed parts of an office file. */
  unpackedBytes: 100_000_000,
  parts: 10_000,
  pages: 5_000,
  rows: 200_000,
  /** Total cells of all rows of a table. */
  cells: 5_000_000,
  /** Nesting of elements and lists. Browsers stop at 512 too. */
  depth: 500,
  /** Elements and text nodes of a web page. */
  nodes: 500_000,
  /** Attributes of one element. Parsers compare each with all others. */
  attributes: 1_000,
  characters: 50_000_000,
}

export type Allowance = {
  timeMs: number
  /**
   * Resident memory beyond that of an idle process, about 60 MB. A heap limit would miss the buffers of
   * decompressors.
   */
  memoryMb: number
  characters: number
}

export const allowances = {
  owner: { timeMs: 60_000, memoryMb: 450, characters: limits.characters },
  visitor: { timeMs: 8_000, memoryMb: 80, characters: 5_000_000 },
} satisfies Record<string, Allowance>

/** How errors start until `withName` puts the name of the file there, which readers do not know. */
export const unnamed = 'The document'

export function tooLarge(what: string): AppError {
  return new AppError('TOO_LARGE', `${unnamed} is too large to read: ${what}. Split it into smaller parts.`)
}

export function rejectTooLarge(what: string): never {
  throw tooLarge(what)
}

export function rejectTooDeep(): never {
  throw new AppError('INVALID_INPUT', `${unnamed} is too deeply nested to read. Save it in a simpler form.`)
}

export function rejectUnreadable(what: string, cause?: unknown): never {
  throw new AppError('INVALID_INPUT', `${unnamed} could not be read: ${what}.`, { cause })
}

export function withName(error: unknown, name: string | undefined): unknown {
  return name && error instanceof AppError && error.message.startsWith(unnamed)
    ? new AppError(error.code, name + error.message.slice(unnamed.length), { cause: error.cause })
    : error
}
