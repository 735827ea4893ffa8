import { expect, onTestFinished, test } from 'vitest'
import { dialect } from '#server/db/dialect.ts'
import { auditEntries } from '#server/features/audit/audit.table.ts'
import { openShop } from '#server/testing/open-shop.ts'
import { checkLedger } from './check-ledger.ts'
import { postings } from './wallet.table.ts'

async function openTill() {
  const shop = await openShop()
  const { admin, ada, store } = shop
  const credit = (amount: number, key?: string) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/v1/wallets/credit',
      headers: { ...admin.headers, ...(key !== undefined && { 'idempotency-key': key }) },
      payload: { userId: ada.user.id, amount },
    })
  async function audited() {
    const entries = await store.db.select().from(auditEntries)
    const made = (await store.db.select().from(postings)).filter(({ actorKind }) => actorKind === 'admin')
    return made.map(({ id, kind }) => ({
      kind,
      actions: entries.filter(({ postingId }) => postingId === id).map(({ action }) => action),
    }))
  }
  return { ...shop, credit, audited }
}

test('fifty replays of one key are one posting and one audit entry', async () => {
  const { credit, audited, store, expectSound } = await openTill()

  await Promise.all(Array.from({ length: 50 }, () => credit(3, 'monday')))

  expect(await audited()).toEqual([{ kind: 'credit', actions: ['wallet.credit'] }])
  const entries = await store.db.select().from(auditEntries)
  expect(entries.filter(({ action }) => action === 'wallet.credit')).toHaveLength(1)
  await expectSound()
})

test('every operation of an admin that moves money has one audit entry, in the same transaction', async () => {
  const { admin, ada, credit, audited, buy, expectSound } = await openTill()
  const { orderId } = await buy()
  await credit(3)
  await admin.call('POST', '/wallets/upsert', { userId: ada.user.id, amount: 50 })
  const { items } = (await ada.call('GET', '/wallets/me/movements')).json()
  await admin.call('POST', '/wallets/reverse', {
    postingId: items[1].id,
    reason: 'Posted to the wrong account',
  })
  const refund = { orderId, amount: 10, reason: 'Asked for by phone' }
  expect((await admin.call('POST', '/payments/refund', refund)).statusCode).toBe(200)
  expect((await admin.call('DELETE', `/auth/users/${ada.user.id}`)).statusCode).toBe(200)

  expect((await audited()).map(({ kind, actions }) => `${kind} ${actions}`).toSorted()).toEqual([
    'credit wallet.credit',
    'debit users.remove',
    'debit wallet.set',
    'refund payment.refund',
    'reversal wallet.reverse',
  ])
  await expectSound()
})

test('setting a balance to its current value posts nothing and is not audited', async () => {
  const { admin, ada, store } = await openTill()
  const before = await store.db.$count(auditEntries)

  await admin.call('POST', '/wallets/upsert', { userId: ada.user.id, amount: 5 })

  expect(await store.db.$count(auditEntries)).toBe(before)
})

test('no money moves if the audit entry cannot be written', async () => {
  const { credit, audited, store, ada } = await openTill()
  const [close, reopen] =
    dialect === 'postgres'
      ? [
          'alter table audit_entries add constraint closed check (false) not valid',
          'alter table audit_entries drop constraint closed',
        ]
      : [
          "create trigger closed before insert on audit_entries begin select raise(abort, 'closed'); end",
          'drop trigger closed',
        ]
  await store.exec(close)
  onTestFinished(() => store.exec(reopen))

  expect((await credit(3)).statusCode).toBe(500)

  expect(await audited()).toEqual([])
  expect((await ada.call('GET', '/wallets/me')).json().balance).toBe(5)
})

test('the ledger check finds an admin posting without its audit entry, and an entry about another posting', async () => {
  const { credit, store } = await openTill()
  await credit(3)
  const [off, on] =
    dialect === 'postgres'
      ? ['alter table audit_entries disable trigger user', 'alter table audit_entries enable trigger user']
      : ['drop trigger audit_entries_unchanged', '']

  await store.exec(
    `${off}; update audit_entries set posting_id = (select id from postings where kind = 'promotion' limit 1)
      where action = 'wallet.credit'; ${on}`,
  )

  expect((await checkLedger(store.db)).map(({ rule }) => rule)).toEqual([
    'an admin’s posting has its audit entry',
    'an audited posting is an admin’s',
  ])
})
