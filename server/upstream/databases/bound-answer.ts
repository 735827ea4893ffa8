import type { Client } from 'pg'
import { AppError } from '#shared/errors.ts'

/** Vectors are long as text, so this is several times the limit of other servers. */
const maxBytes = 50_000_000

/**
 * Any address may be given as a PostgreSQL server, so the connection is closed beyond `maxBytes`. The returned
 * function gives the error of an exceeded limit, else undefined.
 */
export function boundAnswer(client: Client): () => AppError | undefined {
  const stream = client.connection?.stream
  let bytes = 0
  stream?.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBytes) {
      stream.destroy()
    }
  })
  return () =>
    bytes > maxBytes
      ? new AppError('TOO_LARGE', 'The database sent more than we are willing to read.')
      : undefined
}
