import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Suites outside these folders that run queries covered nowhere else, or use data that only PostgreSQL
 * rejects.
 */
const others = [
  'server/commands/move-process.test.ts',
  'server/commands/move.test.ts',
  'server/features/export-import/round-trip.test.ts',
  'server/features/speaking/speaking.test.ts',
  'server/features/takeover/takeover.test.ts',
  'server/http/storable-text.test.ts',
  'server/testing/upgrades.test.ts',
]

/**
 * Open both databases themselves, and are the same whichever one the process uses: they run only here, where a real
 * PostgreSQL can take the place of PGlite.
 */
export const onlyPostgres = ['server/commands/move-copies.test.ts']

/**
 * Excluded: every statement of the product that these suites run is run by another suite of the list, except that
 * an update may set other columns. (Compared by recording the statements of each suite, last in November 2026.)
 */
export const sameStatements = [
  'server/features/assistants/assistant-in-flow.test.ts',
  'server/features/assistants/custom-assistants.test.ts',
  'server/features/auth/impersonation.test.ts',
  'server/features/auth/login-limits.test.ts',
  'server/features/auth/passwords.test.ts',
  'server/features/channels/choices.test.ts',
  'server/features/channels/email-messages.test.ts',
  'server/features/channels/slack.test.ts',
  'server/features/channels/telegram.test.ts',
  'server/features/channels/whatsapp.test.ts',
  'server/features/flows/drafts.test.ts',
  'server/features/flows/flow-config.test.ts',
  'server/features/flows/flow-files.test.ts',
  'server/features/payments/payments.routes.test.ts',
  'server/features/payments/reconcile.test.ts',
  'server/features/rates/locked-rate.test.ts',
  'server/features/rates/rates.service.test.ts',
  'server/features/templates/natural-questions.test.ts',
  'server/features/templates/shipped-agents.test.ts',
  'server/features/templates/shipped-templates.test.ts',
  'server/features/upserts/flowtill-index.test.ts',
  'server/features/upserts/upsert-form.test.ts',
  'server/features/upserts/upserts.test.ts',
  'server/features/usage/metered-service.test.ts',
  'server/features/usage/price.test.ts',
  'server/features/users/profile.test.ts',
  'server/features/wallet/wallet.router.test.ts',
]

/** A suite uses a database only if it imports a helper from a testing folder or a test-*.ts file. */
const opensDatabase = /from '[^']*\/(testing\/|test-)/

/**
 * Suites that also run on PostgreSQL: those beside a repository or table that open a database and run statements of
 * their own, `others` and `onlyPostgres`.
 */
export function listPostgresSuites(): string[] {
  const beside = listTableFolders()
    .flatMap((folder) => globSync(`${folder}/*.test.ts`))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('/sqlite-') && !sameStatements.includes(path))
    .filter((path) => opensDatabase.test(readFileSync(path, 'utf8')))
  return [...beside, ...others, ...onlyPostgres].toSorted()
}

export function listTableFolders(): string[] {
  const files = globSync('server/{features,http}/**/*.{repository,table}.ts')
  return [...new Set(files.map((path) => dirname(path).replaceAll('\\', '/')))].toSorted()
}
