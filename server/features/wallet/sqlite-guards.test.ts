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

// Its OR IGNORE reaches into the triggers and would take a hold on money that is not there.
test('an INSERT OR IGNORE cannot overdraw', async () => {
  const { db, exec } = await createTestLedger()
  const columns = "'x', account_id, 'x', 1000, 'open', null, expires_date, created_date"

  await expect(exec(`insert or ignore into holds select ${columns} from holds`)).rejects.toThrow('overdraft')

  expect(await checkLedger(db)).toEqual([])
})
