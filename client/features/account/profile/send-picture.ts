import { toResponseError } from '#client/api/errors.ts'

/** Stores the caller's picture; without one deletes the stored picture. Throws the server's AppError. */
export async function sendPicture(picture: Blob | undefined, headers: Record<string, string>) {
  const response = await fetch('/api/v1/avatars', {
    method: picture ? 'PUT' : 'DELETE',
    headers: { ...headers, ...(picture && { 'content-type': picture.type }) },
    ...(picture && { body: picture }),
  })
  if (!response.ok) {
    throw toResponseError(response.status, await response.json().catch(() => undefined))
  }
}
