import type { Client } from 'pg'
import { AppError } from '#shared/errors.ts'

/** As much as any other server may answer, several times over: vectors are long as text. */
const maxBytes = 50_000_000

/**
 * A server of PostgreSQL that anybody may have written sends what it likes: beyond this the connection is cut. What it gives
 * tells why a statement has failed, where that is why.
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
