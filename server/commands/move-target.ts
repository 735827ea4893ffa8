import { commandLine } from '../command-line.ts'
import { StartError } from '../config.ts'

/** The database that `--to` names. Throws StartError. */
export function readMoveTarget(words: readonly string[]): string {
  const [option, target = '', ...rest] = words.flatMap((word) =>
    word.startsWith('--to=') ? ['--to', word.slice('--to='.length)] : [word],
  )
  if (option !== '--to' || rest.length > 0 || !/^(postgres(ql)?:\/\/.|file:.)/.test(target)) {
    throw new StartError(
      `Name the database to move to: ${commandLine('move', '--to postgres://user:password@host/database')}, or --to file:/somewhere/flowtill.db`,
    )
  }
  return target
}
