import { constants, mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Files that arrive in parts, stored at `DATA_DIR/parts/<id>` until they are complete. Ids are ours. */
export function createPartFiles(folder: string) {
  const pathOf = (id: string) => join(folder, id)

  /** Writing the same part again is harmless. */
  async function write(id: string, offset: number, bytes: Uint8Array) {
    await mkdir(folder, { recursive: true })
    const file = await open(pathOf(id), constants.O_WRONLY | constants.O_CREAT, 0o600)
    try {
      await file.write(bytes, 0, bytes.length, offset)
    } finally {
      await file.close()
    }
  }

  async function head(id: string, length: number): Promise<Uint8Array> {
    const file = await open(pathOf(id), 'r')
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  }

  return {
    write,
    head,
    pathOf,
    size: async (id: string) => (await stat(pathOf(id))).size,
    /** A missing file is fine. */
    remove: (id: string) => rm(pathOf(id), { force: true }),
  }
}
