import { spawn } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { z } from 'zod'
import type { DatabaseRows } from '#server/engine/ports.ts'
import { nodeArguments } from '#server/node-arguments.ts'
import { AppError } from '#shared/errors.ts'
import { parseJson } from '#shared/json.ts'
import { maxRows, statementTimeoutMs } from './limits.ts'

type Query = { folder: string; file: string; statement: string; signal: AbortSignal }

const maxOutput = 5_000_000
const answerSchema = z.union([
  z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.json())), isCut: z.boolean() }),
  z.object({ refused: z.string() }),
])

/**
 * Runs one statement on a file of the folder in its own process: SQLite is synchronous, and only a process can be
 * stopped midway. The file is read-only, and nothing can be attached.
 */
export async function querySqlite({ folder, file, statement, signal }: Query): Promise<DatabaseRows> {
  const path = await findFile(folder, file)
  const output = await runChild(JSON.stringify({ path, statement, maxRows }), signal)
  const answer = answerSchema.safeParse(parseJson(output))
  if (!answer.success) {
    throw new AppError('UPSTREAM_FAILED', `The database ${basename(file)} could not be read.`, {
      cause: answer.error,
    })
  }
  if ('refused' in answer.data) {
    throw new AppError('INVALID_INPUT', `SQLite answered: ${answer.data.refused}.`)
  }
  return answer.data
}

/** Symbolic links are resolved before the path is checked. */
async function findFile(folder: string, file: string): Promise<string> {
  const home = await realpath(folder).catch(() => resolve(folder))
  const named = isAbsolute(file) ? file : join(home, file)
  const path = await realpath(named).catch(() => undefined)
  const within = relative(home, path ?? resolve(named))
  if (within === '' || within.startsWith(`..${sep}`) || within === '..' || isAbsolute(within)) {
    throw new AppError('FORBIDDEN', 'SQLite files are read only from the databases folder of this server.')
  }
  if (path === undefined) {
    throw new AppError('NOT_FOUND', `There is no file ${within} in the databases folder of this server.`)
  }
  return path
}

/** Runs in the child process, with Node's own modules only and an empty environment. */
const program = `
const { DatabaseSync, constants } = process.getBuiltinModule('node:sqlite')
let text = ''
process.stdin.setEncoding('utf8').on('data', (part) => { text += part }).on('end', () => {
  const { path, statement, maxRows } = JSON.parse(text)
  const toJson = (value) =>
    value instanceof Uint8Array ? '(' + value.byteLength + ' bytes)'
    : typeof value === 'bigint' ? String(value)
    : typeof value === 'string' && value.length > 2000 ? value.slice(0, 2000) + '…'
    : value
  let answer
  try {
    const database = new DatabaseSync(path, { readOnly: true, allowExtension: false })
    const allowed = new Set([constants.SQLITE_SELECT, constants.SQLITE_READ, constants.SQLITE_FUNCTION, constants.SQLITE_RECURSIVE])
    const isAllowed = (action, name) => allowed.has(action) || (action === constants.SQLITE_PRAGMA && name === 'table_info')
    database.setAuthorizer((action, name) => (isAllowed(action, name) ? constants.SQLITE_OK : constants.SQLITE_DENY))
    const query = database.prepare(statement)
    query.setReturnArrays(true)
    query.setReadBigInts(false)
    const rows = []
    let isCut = false
    for (const row of query.iterate()) {
      if (rows.length >= maxRows) { isCut = true; break }
      rows.push(row.map(toJson))
    }
    answer = { columns: query.columns().map(({ name }) => name), rows, isCut }
  } catch (error) {
    answer = { refused: String(error && error.message || error).replace(/\\s+/g, ' ').slice(0, 300) }
  }
  process.stdout.write(JSON.stringify(answer))
})`

function runChild(input: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const flags = nodeArguments(['--no-warnings', '--max-old-space-size=128'])
    const child = spawn(process.execPath, [...flags, '-e', program], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    let output = ''
    const fail = (error: unknown) => {
      child.kill('SIGKILL')
      reject(error)
    }
    const stop = () => fail(signal.reason)
    const timer = setTimeout(
      () => fail(new AppError('TIMED_OUT', 'The database took too long to answer.')),
      statementTimeoutMs,
    )
    signal.addEventListener('abort', stop, { once: true })
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      output += part
      if (output.length > maxOutput) {
        fail(new AppError('UPSTREAM_FAILED', 'The database answered with too much.'))
      }
    })
    child.on('error', fail)
    child.on('close', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      resolve(output)
    })
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}
