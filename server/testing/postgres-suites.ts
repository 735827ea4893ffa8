import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Suites outside these folders that run queries covered nowhere else, or use data that only PostgreSQL
 * rejects.
 */
const others = [
  'server/features/chat/canvas-run.test.ts',
  'server/features/export-import/round-trip.test.ts',
  'server/features/sharing/sharing.test.ts',
  'server/features/speaking/speaking.test.ts',
  'server/http/storable-text.test.ts',
]

/** Excluded: their folder has a table, but they only run the shipped templates. */
const aboutTemplates = [
  'server/features/templates/natural-questions.test.ts',
  'server/features/templates/shipped-templates.test.ts',
]

/** A suite uses a database only if it imports a helper from a testing folder or a test-*.ts file. */
const opensDatabase = /from '[^']*\/(testing\/|test-)/

/**
 * Suites that also run on PostgreSQL: those beside a repository or table that open a database, and `others`.
 */
export function listPostgresSuites(): string[] {
  const beside = listTableFolders()
    .flatMap((folder) => globSync(`${folder}/*.test.ts`))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('/sqlite-') && !aboutTemplates.includes(path))
    .filter((path) => opensDatabase.test(readFileSync(path, 'utf8')))
  return [...beside, ...others].toSorted()
}

export function listTableFolders(): string[] {
  const files = globSync('server/{features,http}/**/*.{repository,table}.ts')
  return [...new Set(files.map((path) => dirname(path).replaceAll('\\', '/')))].toSorted()
}
