import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { commandLine } from './command-line.ts'

test('commands are named as npm scripts in the folder of the sources', () => {
  expect(commandLine('doctor')).toBe('npm run doctor')
  expect(commandLine('backup', '/elsewhere/flowtill.db')).toBe('npm run backup -- /elsewhere/flowtill.db')
})

test('commands of an installed program are its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(commandLine('doctor', '', folder)).toBe('flowtill doctor')
  expect(commandLine('move', '--to file:/new.db', folder)).toBe('flowtill move --to file:/new.db')
})

test('no message of the server or the screens names a command in one of the two ways only', () => {
  const files = ['server/commands', 'server/db', 'server/features', 'client/texts']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
  const named = files.filter((file) =>
    // Strings alone: comments name npm scripts, and the help of the program names its own commands.
    readFileSync(file, 'utf8')
      .split('\n')
      .some((line) => /^(?!\s*(\/\/|\*|\/\*)).*['"`“ ](npm run|flowtill) [a-z]/.test(line)),
  )
  expect(named.filter((file) => !developerCommands.test(file.replaceAll('\\', '/')))).toEqual([])
})

/** Commands that only the folder of the sources has, and names that are no commands. */
const developerCommands =
  /^server\/(commands\/(bench\/|check-postgres|binary|soak)|db\/move\/open-sides|features\/(auth\/common-passwords|backups\/manifest))/
