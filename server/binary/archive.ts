import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

export type ArchiveFile = { path: string; content: Uint8Array }

/** Length of the list of files, in bytes, as an unsigned 32-bit integer in little-endian order. */
const LENGTH_BYTES = 4

/**
 * One block compressed by zstd at this level: a list of paths and sizes, then the contents in the same order. Paths
 * use `/`.
 */
export function packFiles(files: readonly ArchiveFile[], level: number): Buffer {
  const list = Buffer.from(JSON.stringify(files.map(({ path, content }) => [path, content.length])))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(list.length)
  return zstdCompressSync(Buffer.concat([length, list, ...files.map(({ content }) => content)]), {
    params: { [constants.ZSTD_c_compressionLevel]: level },
  })
}

export function unpackFiles(archive: Uint8Array): ArchiveFile[] {
  const bytes = zstdDecompressSync(archive)
  const start = LENGTH_BYTES + bytes.readUInt32LE(0)
  const list = JSON.parse(bytes.subarray(LENGTH_BYTES, start).toString()) as [path: string, size: number][]
  let offset = start
  return list.map(([path, size]) => {
    const content = bytes.subarray(offset, offset + size)
    offset += size
    return { path, content }
  })
}
