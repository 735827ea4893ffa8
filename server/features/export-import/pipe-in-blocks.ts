import { AppError } from '#shared/errors.ts'
import { MAX_IMPORT_BYTES } from '#shared/import-limit.ts'
import type { ImportReader } from './import-reader.ts'

const BLOCK_BYTES = 1024 * 1024

/**
 * Streams a file to the reader in blocks that are transferred, not copied. Throws TOO_LARGE as soon as the limit
 * is passed.
 */
export async function pipeInBlocks(reader: ImportReader, pieces: AsyncIterable<Uint8Array>) {
  let block = new Uint8Array(BLOCK_BYTES)
  let length = 0
  let received = 0
  for await (const piece of pieces) {
    received += piece.length
    if (received > MAX_IMPORT_BYTES) {
      throw new AppError('TOO_LARGE', 'This file is larger than 50 MB.')
    }
    for (let start = 0; start < piece.length; ) {
      const part = piece.subarray(start, start + BLOCK_BYTES - length)
      block.set(part, length)
      start += part.length
      length += part.length
      if (length === BLOCK_BYTES) {
        reader.add(block)
        block = new Uint8Array(BLOCK_BYTES)
        length = 0
      }
    }
  }
  reader.add(block.slice(0, length))
}
