import { AppError } from '#shared/errors.ts'

/** Limits of one document. They bound what a reader builds from it, whatever its format and its size on disk. */
export const limits = {
  /** As it was uploaded. */
  bytes: 50_000_000,
  /** Of all parts of an office file that are read, together. */
  unpackedBytes: 100_000_000,
  parts: 10_000,
  pages: 5_000,
  rows: 200_000,
  /** Of all rows of a table together. */
  cells: 5_000_000,
  /** Elements and lists inside each other. Browsers stop at 512 too. */
  depth: 500,
  /** Elements and texts of a web page. */
  nodes: 500_000,
  /** Attributes of one element: parsers compare each with all others. */
  attributes: 1_000,
  /** Characters of the extracted text. */
  characters: 50_000_000,
}

/** Limits of a reader process. */
export type Allowance = {
  timeMs: number
  /** Resident memory beyond that of an idle process, about 60 MB. Buffers of decompressors lie outside the heap of V8. */
  memoryMb: number
  characters: number
}

export const allowances = {
  owner: { timeMs: 60_000, memoryMb: 450, characters: limits.characters },
  /** Files that strangers send. */
  visitor: { timeMs: 8_000, memoryMb: 80, characters: 5_000_000 },
} satisfies Record<string, Allowance>

export function rejectTooLarge(what: string): never {
  throw new AppError('TOO_LARGE', `The document is too large to read: ${what}.`)
}

export function rejectTooDeep(): never {
  throw new AppError('INVALID_INPUT', 'This file is too deeply nested to read.')
}

export function rejectUnreadable(what: string, cause?: unknown): never {
  throw new AppError('INVALID_INPUT', `The document could not be read: ${what}.`, { cause })
}
