import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine } from '../../command-line.ts'
import type { ReadOnly } from '../../db/open-reader.ts'
import type { Store } from '../../db/store.ts'
import { createAuditService } from '../../features/audit/audit.service.ts'
import { compareCredentialKey } from '../../features/credentials/credential-key.ts'
import { checkRuns } from '../../features/executions/check-runs.ts'
import { checkLedger } from '../../features/wallet/check-ledger.ts'
import { newOrderedId } from '../../ids.ts'
import { catalogue } from '../../nodes/catalogue.ts'
import type { Secrets } from '../../secrets.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const MINUTE_MS = 60_000
/** A lease is renewed many times within. */
const LATE_MS = 5 * MINUTE_MS
const DAY_MS = 24 * 60 * MINUTE_MS

export async function hasUsers({ query }: ReadOnly): Promise<boolean> {
  return (await query('select 1 from users limit 1')).length > 0
}

export async function checkKey({ db }: ReadOnly, { credentialKey }: Secrets): Promise<Finding> {
  const { isOther } = await compareCredentialKey(db, credentialKey)
  return isOther
    ? problem(
        'Credential key',
        'secrets.json does not open the credentials of this database.',
        'Put back the secrets.json that belongs to it.',
      )
    : ok('Credential key', 'It opens the credentials of this database')
}

/** Reads every posting, entry and log. */
export async function checkRecords({ db }: ReadOnly): Promise<Finding[]> {
  const support = 'Stop the server, keep a copy of the data folder, and compare with your newest backup.'
  const [entry] = await checkLedger(db)
  const audit = createAuditService({ store: { db } as Store, newId: newOrderedId, now: () => new Date() })
  const { entries, firstBroken } = await audit.check()
  const { runs, findings } = await checkRuns(db, catalogue)
  return [
    entry
      ? problem('Ledger', `Broken: ${entry.rule} (${entry.id})`, support)
      : ok('Ledger', 'Every sum is right'),
    firstBroken === null
      ? ok('Audit trail', `Entries: ${entries}, unchanged`)
      : problem('Audit trail', `Entry ${firstBroken} is missing or was changed.`, support),
    findings[0]
      ? problem(
          'Run logs',
          `Broken: ${findings[0].rule} (${findings[0].id})`,
          `Run ${commandLine('check-runs')} for all.`,
        )
      : ok('Run logs', `Runs of agents: ${runs}, as their logs say`),
  ]
}

export async function checkJobs({ query, milliseconds }: ReadOnly, now: Date): Promise<Finding> {
  const late = now.getTime() - LATE_MS
  const [found] = await query(`select
    (select count(*) from jobs where state = 'running' and ${milliseconds('lease_date')} < ${late}) as stuck,
    (select count(*) from jobs where state = 'failed' and ${milliseconds('ended_date')} > ${now.getTime() - DAY_MS}) as failed`)
  const [stuck, failed] = [Number(found?.stuck), Number(found?.failed)]
  if (stuck > 0) {
    return warning(
      'Jobs',
      `Not continued since their process ended: ${stuck}.`,
      'Start the server: it goes on with them.',
    )
  }
  return failed > 0
    ? warning('Jobs', `Failed in the last day: ${failed}.`, 'Document stores and pools show why.')
    : ok('Jobs', 'None is stuck')
}

/** Tables that grow with every use. */
const dated = ['sessions', 'messages', 'postings', 'audit_entries']

export async function checkClock({ query, milliseconds }: ReadOnly, now: Date): Promise<Finding> {
  const dates = await Promise.all(
    dated.map((table) => query(`select max(${milliseconds('created_date')}) as last from ${table}`)),
  )
  const last = Math.max(0, ...dates.map(([row]) => Number(row?.last ?? 0)))
  return last > now.getTime() + LATE_MS
    ? problem(
        'Clock',
        `The newest record is of ${new Date(last).toISOString()}, and this machine says ${now.toISOString()}.`,
        'Set the clock of this machine, and keep it right with NTP.',
      )
    : ok('Clock', 'Not behind the newest record')
}

/** Folders of flows that are gone, and flows whose uploads are gone. */
export async function checkFiles({ query }: ReadOnly, dataDir: string): Promise<Finding[]> {
  const flows = new Set((await query('select id from flows')).map(({ id }) => String(id)))
  const left = ['files', 'uploads'].flatMap((name) => {
    const folder = join(dataDir, name)
    const owners = existsSync(folder) ? readdirSync(folder) : []
    return owners.filter((id) => !flows.has(id)).map((id) => join(folder, id))
  })
  const sent = await query(
    `select distinct flow_id from messages where extras is not null and cast(extras as text) like '%"stored-file%'`,
  )
  const gone = sent.filter(({ flow_id: id }) => !existsSync(join(dataDir, 'uploads', String(id))))
  return [
    left[0] === undefined
      ? ok('Files', 'Each belongs to a flow')
      : warning(
          'Files',
          `Folders of flows that do not exist: ${left.length}, such as ${left[0]}.`,
          'Delete them once you are sure that they are not needed.',
        ),
    gone[0] === undefined
      ? ok('Uploads', 'Every flow has its folder')
      : warning(
          'Uploads',
          `Flows whose uploads are missing: ${gone.length}, such as ${gone[0].flow_id}.`,
          'Put the folder uploads back from your backup.',
        ),
  ]
}
