import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { listPostgresSuites, listTableFolders, sameStatements } from './postgres-suites.ts'

test('every folder with a table or a repository has a suite that also runs on PostgreSQL', () => {
  const tested = new Set(listPostgresSuites().map((path) => dirname(path)))

  const untested = listTableFolders().filter((folder) => !tested.has(folder))

  expect(untested).toEqual([])
})

test('every listed suite exists', () => {
  expect([...listPostgresSuites(), ...sameStatements].filter((path) => !existsSync(path))).toEqual([])
})
