import { statSync } from 'node:fs'
import { commandLine } from '../../command-line.ts'
import type { Config } from '../../config.ts'
import { type BackupsState, createBackupsService } from '../../features/backups/backups.service.ts'
import { installationOf } from '../../features/backups/manifest.ts'
import type { Secrets } from '../../secrets.ts'
import { type Finding, inMegabytes, ok, problem, warning } from './finding.ts'
import type { Machine } from './machine.ts'

const CHECK = 'Backups'

/** Those that the server takes itself. Without the keys it is unknown which are of this installation. */
export async function checkBackups(
  config: Config,
  secrets: Secrets | undefined,
  { now }: Machine,
  isProduction: boolean,
): Promise<Finding[]> {
  const { BACKUP_DIR: folder, DATA_DIR: dataDir } = config
  const isSqlite = config.DATABASE_URL.startsWith('file:')
  if (!isSqlite) {
    return [external(folder)]
  }
  if (folder === undefined) {
    return [
      isProduction
        ? warning(
            CHECK,
            'None are scheduled.',
            `Set BACKUP_DIR to a folder on another disk, or run ${commandLine('backup', 'FILE')} yourself.`,
          )
        : ok(CHECK, 'None are scheduled'),
    ]
  }
  if (!secrets) {
    return []
  }
  const { BACKUP_EVERY: everyHours, BACKUP_KEEP: retention } = config
  const installation = installationOf(secrets.credentialKey)
  const state = await createBackupsService({
    ...{ folder, isSqlite, everyHours, retention, dataDir, installation, now },
  }).state()
  return [judge(state, folder), ...checkDisk(folder, dataDir)]
}

function external(folder: string | undefined): Finding {
  return folder === undefined
    ? ok(CHECK, 'Of PostgreSQL’s own tools, such as pg_dump; not checked here')
    : warning(
        CHECK,
        'BACKUP_DIR has no effect: Flowtill does not back up PostgreSQL.',
        'Schedule pg_dump or base backups, and take BACKUP_DIR out of the settings.',
      )
}

function judge({ health, last, failure, count, everyHours }: BackupsState, folder: string): Finding {
  const newest = last
    ? `The newest is of ${last.createdDate.toISOString()}, ${inMegabytes(last.bytes)}`
    : 'There is none yet'
  if (failure) {
    const tried = `The last attempt failed at ${failure.date.toISOString()}: ${failure.message}`
    return problem(CHECK, `${newest}. ${tried}`, 'The server tries again every hour.')
  }
  if (health === 'late') {
    return problem(
      CHECK,
      `${newest}, and one is due every ${everyHours} h.`,
      'Is the server running, and with this BACKUP_DIR? Its log says why none is taken.',
    )
  }
  return last
    ? ok(CHECK, `${newest}; ${count} in ${folder}`)
    : warning(CHECK, `${newest} in ${folder}.`, 'Start the server: it takes the first one within a minute.')
}

/** A disk that breaks takes the backups on it with it. */
function checkDisk(folder: string, dataDir: string): Finding[] {
  const [backups, data] = [folder, dataDir].map((path) => statSync(path, { throwIfNoEntry: false })?.dev)
  return backups !== undefined && backups === data
    ? [
        warning(
          'Backup disk',
          `${folder} is on the disk of the database, so both can be lost at once.`,
          'Set BACKUP_DIR to another disk, or copy that folder elsewhere.',
        ),
      ]
    : []
}
