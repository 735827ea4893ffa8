import type { Store } from '#server/db/store.ts'
import { AppError } from '#shared/errors.ts'
import * as rows from './users.repository.ts'
import type { UsersService } from './users.service.ts'

type Deps = { store: Store; now: () => Date; users: Pick<UsersService, 'change'> }

export function createAvatarsService({ store, now, users }: Deps) {
  /**
   * Returns the avatar's URL, which changes with every upload. Throws INVALID_INPUT when the bytes are not a
   * supported image.
   */
  function save(userId: string, bytes: Buffer) {
    const mediaType = mediaTypeOf(bytes) ?? rejectKind()
    const updatedDate = now()
    const avatarUrl = `/api/v1/avatars/${userId}?v=${updatedDate.getTime()}`
    return store.transaction(async (tx) => {
      await users.change(tx, userId, { avatarUrl })
      await rows.saveAvatar(tx, { userId, bytes, mediaType, updatedDate })
      return { avatarUrl }
    })
  }

  function remove(userId: string) {
    return store.transaction(async (tx) => {
      await rows.deleteAvatar(tx, userId)
      await users.change(tx, userId, { avatarUrl: null })
      return { avatarUrl: null }
    })
  }

  async function get(userId: string) {
    return (await rows.findAvatar(store.db, userId)) ?? rejectUnknown()
  }

  return { save, remove, get }
}

function rejectKind(): never {
  throw new AppError('INVALID_INPUT', 'Choose a picture in PNG, JPEG or WebP.')
}

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'There is no picture.')
}

type Format = { mediaType: string; fits(bytes: Buffer): boolean }

const formats: Format[] = [
  {
    mediaType: 'image/png',
    fits: (bytes) =>
      bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  },
  { mediaType: 'image/jpeg', fits: (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) },
  {
    mediaType: 'image/webp',
    fits: (bytes) => textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 12) === 'WEBP',
  },
]

/**
 * Detected from the first bytes, because the declared type is untrusted. Undefined for anything but PNG, JPEG or
 * WebP.
 */
function mediaTypeOf(bytes: Buffer): string | undefined {
  return formats.find(({ fits }) => fits(bytes))?.mediaType
}

function textAt(bytes: Buffer, from: number, to: number) {
  return bytes.subarray(from, to).toString('latin1')
}
