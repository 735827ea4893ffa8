import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { agentMutants, type Mutant, mutants } from './mutants.ts'

const all: Record<string, Mutant> = { ...mutants, ...agentMutants }

test('every mutant fits the source it changes', () => {
  const sources = globSync('{server,shared}/**/*.ts').filter((path) => !path.includes('.test.'))
  const isFound = (file: string, find: string) =>
    sources.some((path) => `/${path}`.endsWith(file) && readFileSync(path, 'utf8').includes(find))

  const lost = Object.entries(all).flatMap(([name, { edits }]) =>
    edits.filter(({ file, find }) => !isFound(file, find)).map(({ file }) => `${name}: ${file}`),
  )

  expect(lost).toEqual([])
})
