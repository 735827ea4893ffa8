import { AppError, type ErrorBody } from '#shared/errors.ts'

/** Stores the caller's picture; without one takes the stored one away. Throws the AppError the server answers with. */
export async function sendPicture(picture: Blob | undefined, headers: Record<string, string>) {
  const response = await fetch('/api/v1/avatars', {
    method: picture ? 'PUT' : 'DELETE',
    headers: { ...headers, ...(picture && { 'content-type': picture.type }) },
    ...(picture && { body: picture }),
  })
  if (!response.ok) {
    const body = (await response.json().catch(() => undefined)) as ErrorBody | undefined
    throw body?.code
      ? new AppError(body.code, body.message)
      : new AppError('UPSTREAM_FAILED', 'The server cannot be reached.')
  }
}
