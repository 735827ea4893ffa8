import { fork } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { StartError } from '../config.ts'
import type { WriteBackup } from '../features/backups/backups.service.ts'

/**
 * Runs `flowtill backup` in a process of its own, because copying and checking a database block for as long as they
 * take. A process group of its own: Ctrl+C reaches the server alone, which ends it.
 */
export const forkBackup: WriteBackup = async ({ database, earlier, signal }) => {
  const words = ['backup', database, ...(earlier === undefined ? [] : ['--link-dest', earlier])]
  const execArgv = process.execArgv.filter((flag) => !flag.startsWith('--inspect'))
  const child = fork(process.argv[1] ?? '', words, { execArgv, silent: true, detached: true })
  const end = () => child.kill('SIGKILL')
  signal.addEventListener('abort', end)
  const [errors] = await Promise.all([child.stderr ? text(child.stderr) : '', once(child, 'exit')])
  signal.removeEventListener('abort', end)
  signal.throwIfAborted()
  if (child.exitCode !== 0) {
    throw new StartError(lastWords(errors) ?? `The backup ended with ${child.signalCode ?? child.exitCode}.`)
  }
}

/** A sentence, or the first line of a stack; warnings of Node come before it. */
function lastWords(errors: string): string | undefined {
  return errors.split('\n').find((line) => line.trim() !== '' && !line.startsWith('(') && !/^\s/.test(line))
}
