import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { checkLedger } from './check-ledger.ts'
import { createTestLedger } from './test-ledger.ts'

// A REPLACE deletes the old row without firing its delete triggers; here it does nothing instead.
test.each([
  [
    'transfers',
    'replace into transfers select posting_id, leg, debit_account, credit_account, 5, hold_id, created_date from transfers',
  ],
  [
    'postings',
    "replace into postings select 'x', kind, scope, reference, request_hash, actor_kind, actor_id, on_behalf_of, reason, legs, created_date, null from postings",
  ],
  [
    'holds',
    "replace into holds select 'x', account_id, reference, 1, 'open', null, expires_date, created_date from holds",
  ],
  [
    'accounts',
    'replace into accounts select id, kind, user_id, 0, 0, 0, updated_date from accounts where user_id is not null',
  ],
])('a REPLACE into %s replaces nothing', async (_table, statement) => {
  const { db, exec, wallet } = await createTestLedger()

  await exec(statement)

  expect((await wallet.get('ada')).balance).toBe(0.0001)
  expect(await checkLedger(db)).toEqual([])
})

// Its OR IGNORE also applies inside the triggers and would hold money that does not exist.
test('an INSERT OR IGNORE cannot overdraw', async () => {
  const { db, exec } = await createTestLedger()
  const columns = "'x', account_id, 'x', 1000, 'open', null, expires_date, created_date"

  await expect(exec(`insert or ignore into holds select ${columns} from holds`)).rejects.toThrow('overdraft')

  expect(await checkLedger(db)).toEqual([])
})

test('a table without its check is found, though every trigger exists', async () => {
  const { db, exec } = await createTestLedger()
  const master = await db
    .select({ type: sql<string>`type`, text: sql<string>`text` })
    .from(
      sql`(select type, sql as text from sqlite_master where tbl_name = 'accounts' and sql is not null) as master`,
    )
  const table = master.find(({ type }) => type === 'table')?.text ?? ''
  const rest = master.filter(({ type }) => type !== 'table').map(({ text }) => text)
  const unchecked = table.replaceAll(/,?\s*CONSTRAINT [^\n]*/g, '').replace('`accounts`', '`bare`')
  expect(unchecked).not.toContain('accounts_no_overdraft')

  await exec(`
    pragma foreign_keys = off; pragma legacy_alter_table = on;
    ${unchecked};
    insert into bare select * from accounts;
    drop table accounts;
    alter table bare rename to accounts;
    ${rest.join(';\n')};`)

  expect(await checkLedger(db)).toEqual([{ rule: 'every guard stands', id: 'accounts' }])
})
