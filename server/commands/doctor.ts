import { commandLine } from '../command-line.ts'
import { type Config, readConfig, StartError } from '../config.ts'
import type { ReadOnly } from '../db/open-reader.ts'
import { checkBackups } from './doctor/check-backups.ts'
import {
  checkClock,
  checkFiles,
  checkJobs,
  checkKey,
  checkRecords,
  hasUsers,
} from './doctor/check-content.ts'
import { checkDatabase } from './doctor/check-database.ts'
import { checkHome, checkSearchFile, checkSecrets } from './doctor/check-home.ts'
import { checkMachine, checkPort, checkSettings } from './doctor/check-settings.ts'
import { type Finding, ok, problem } from './doctor/finding.ts'
import { type Machine, thisMachine } from './doctor/machine.ts'

/**
 * Names what is wrong with an installation and what to do, one line per check. Only reads, so it can run beside the
 * server. Exit code 1 when there is a problem; warnings alone give 0.
 */
export async function doctor(env: NodeJS.ProcessEnv, words: readonly string[]) {
  const unknown = words.find((word) => word !== '--json')
  if (unknown !== undefined) {
    throw new StartError(`There is no option ${unknown}. Try: ${commandLine('doctor', '--json')}`)
  }
  const findings = await examine(env)
  const text = words.includes('--json') ? JSON.stringify(findings, null, 2) : findings.map(toLine).join('\n')
  process.stdout.write(`${text}\n`)
  process.exitCode = findings.some(({ status }) => status === 'problem') ? 1 : 0
}

function toLine({ check, status, message, advice }: Finding) {
  return `${status.padEnd(8)} ${check}: ${message}${advice === undefined ? '' : ` ${advice}`}`
}

export async function examine(env: NodeJS.ProcessEnv, machine: Machine = thisMachine): Promise<Finding[]> {
  const config = readSettings(env)
  if ('status' in config) {
    return [config, ...checkMachine(machine)]
  }
  const { findings, database } = await checkDatabase(config)
  try {
    const { finding: secretsFinding, secrets } = checkSecrets(
      config.DATA_DIR,
      database && (await hasUsers(database)),
    )
    return [
      ok('Settings', 'Readable'),
      ...checkMachine(machine),
      ...checkSettings(config, env.NODE_ENV === 'production'),
      await checkPort(config, machine),
      ...checkHome(config.DATA_DIR, machine),
      secretsFinding,
      ...findings,
      ...(database && secrets ? [await checkKey(database, secrets)] : []),
      ...(database ? await checkRows(database, config, machine) : []),
      ...checkSearchFile(config.DATA_DIR),
      ...(await checkBackups(config, secrets, machine, env.NODE_ENV === 'production')),
    ]
  } finally {
    await database?.close()
  }
}

function readSettings(env: NodeJS.ProcessEnv): Config | Finding {
  try {
    return readConfig(env)
  } catch (error) {
    if (!(error instanceof StartError)) {
      throw error
    }
    return problem(
      'Settings',
      error.message.replace(/^.*: these/, 'These').replaceAll(/\s+/g, ' '),
      `Correct them; ${commandLine('settings')} lists all.`,
    )
  }
}

async function checkRows(database: ReadOnly, { DATA_DIR }: Config, machine: Machine): Promise<Finding[]> {
  return [
    ...(await checkRecords(database)),
    await checkJobs(database, machine.now()),
    await checkClock(database, machine.now()),
    ...(await checkFiles(database, DATA_DIR)),
  ]
}
