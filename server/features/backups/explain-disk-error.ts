import { existsSync } from 'node:fs'
import { StartError } from '#server/config.ts'

const full = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT'])
const locked = new Set(['EACCES', 'EPERM', 'EROFS', 'SQLITE_CANTOPEN', 'SQLITE_READONLY', 'SQLITE_PERM'])

/** What an operator can mend, as a sentence; any other error as it is. */
export function explainDiskError(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT' && !existsSync(folder)) {
    return missingFolder(folder)
  }
  if (full.has(code)) {
    return noRoom(folder)
  }
  if (locked.has(code)) {
    return new StartError(
      `${folder} cannot be written to (${code}). Give it to the user of the server, or mount its disk for writing.`,
    )
  }
  return code.startsWith('SQLITE_IOERR') || code === 'EIO'
    ? new StartError(`The disk of ${folder} has failed (${code}). Check it, or write backups to another one.`)
    : error
}

/** Often a disk that is not mounted, so the folder is never created. */
export function missingFolder(folder: string) {
  return new StartError(`There is no folder ${folder}. Create it, or mount its disk.`)
}

export function noRoom(folder: string) {
  return new StartError(
    `There is not enough room in ${folder} for a backup. Make room, or keep fewer backups (BACKUP_KEEP).`,
  )
}
