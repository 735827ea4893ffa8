import { createTestServices } from '#server/testing/test-app.ts'

export async function createTestLedger() {
  const { store, services } = await createTestServices()
  const { wallet } = services
  const posting = await store.transaction(async (tx) => {
    await wallet.open(tx, 'ada')
    const hold = { userId: 'ada', amountMicro: 10, reference: 'run:1', expiresDate: new Date('2030-01-01') }
    const posting = await wallet.post(tx, {
      kind: 'promotion',
      userId: 'ada',
      amountMicro: 100,
      reference: 'payment:1',
      actor: { actorKind: 'system', actorId: 'test' },
    })
    await wallet.hold(tx, hold)
    return posting
  })
  const lateLeg = `insert into transfers (posting_id, leg, debit_account, credit_account, amount_micro, created_date)
    select '${posting.id}', 1, 'clearing', 'wallet:ada', 5, created_date from postings`
  return { ...store, wallet, lateLeg }
}
