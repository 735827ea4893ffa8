import { createHash, randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { Store, Writer } from '#server/db/store.ts'
import type { UsersService } from '#server/features/users/users.service.ts'
import type { NewId } from '#server/ids.ts'
import type { CardPort } from '#server/ports/cards.ts'
import { AppError } from '#shared/errors.ts'
import { microToUsd } from '#shared/money.ts'
import { billingSchema, type createPaymentInput, type PaymentStarted } from '#shared/payments.ts'
import * as rows from './payments.repository.ts'
import type { PaymentOrderRow } from './payments.table.ts'
import type { Quoting } from './quoting.ts'

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  users: Pick<UsersService, 'get'>
  quoting: Quoting
  /** Throws UNAVAILABLE when card payments are not available. */
  cards: () => CardPort
  publicUrl: () => string
}

type Input = z.output<typeof createPaymentInput>
export type Asking = { address: string; idempotencyKey: string | undefined }

const PAGE_MINUTES = 30
const MINUTE_MS = 60_000
/** By then PayTR has responded or the process is gone. */
const STARTING_MS = 60_000
const cents = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
const items = { en: 'Wallet top-up', tr: 'Cüzdan bakiye yükleme' }

/** From an amount to an open card page. The order is stored with its price before PayTR is called. */
export function createStarting(deps: Deps) {
  const { store, newId, now, users, quoting, cards, publicUrl } = deps
  const starting = new Map<string, Promise<unknown>>()

  /**
   * The same key returns the same order and token while it is open. Of two concurrent calls the second waits for
   * the first.
   */
  async function start(userId: string, input: Input, asking: Asking) {
    const { idempotencyKey } = asking
    if (idempotencyKey === undefined) {
      return startRun(userId, input, asking)
    }
    const name = JSON.stringify([userId, idempotencyKey])
    // Serialised per key: of concurrent requests the second finds the order the first created.
    const before = starting.get(name) ?? Promise.resolve()
    const started = before.then(ignore, ignore).then(() => startRun(userId, input, asking))
    starting.set(name, started)
    return started.finally(() => starting.get(name) === started && starting.delete(name))
  }

  async function startRun(userId: string, input: Input, asking: Asking): Promise<PaymentStarted> {
    const requestHash = hashOf(input)
    const earlier = await findEarlier(userId, asking.idempotencyKey)
    if (earlier && isOpen(earlier, requestHash)) {
      return show(earlier, earlier.token)
    }
    const { email } = await users.get(store.db, userId)
    const quote = await quoting.quote(input.amount)
    const order = await store.transaction(async (tx) => {
      await (earlier && releaseKey(tx, earlier.id))
      const row = newOrder({ userId, input, quote, requestHash, asking })
      return (await rows.insertOrder(tx, row)) ?? rejectBusy()
    })
    const token = await openPage(order, email, input, asking)
    await store.transaction((tx) => rows.storeToken(tx, order.id, token, now()))
    return show(order, token)
  }

  async function findEarlier(userId: string, key: string | undefined) {
    return key === undefined ? undefined : rows.findOrderOfKey(store.db, userId, key)
  }

  /** False when its page never opened: another attempt may reuse the key. Throws CONFLICT otherwise. */
  function isOpen(order: PaymentOrderRow, requestHash: string): order is PaymentOrderRow & { token: string } {
    if (order.requestHash !== requestHash) {
      throw new AppError('CONFLICT', 'This Idempotency-Key was already used for another payment.')
    }
    const date = now()
    if (order.state === 'created') {
      return date.getTime() - order.createdDate.getTime() < STARTING_MS ? rejectBusy() : false
    }
    if (order.state !== 'pending' || order.token === null || date >= order.expiresDate) {
      throw new AppError('CONFLICT', 'This payment has ended. Start a new one.')
    }
    return true
  }

  type New = Pick<PaymentOrderRow, 'userId' | 'quote' | 'requestHash'> & { input: Input; asking: Asking }

  function newOrder({ userId, input, quote, requestHash, asking }: New): PaymentOrderRow {
    const createdDate = now()
    return {
      id: newId(),
      oid: newOid(),
      userId,
      state: 'created',
      usdMicro: quote.usdMicro,
      totalKurus: quote.totalKurus,
      quote,
      billing: billingSchema.parse(input),
      isTest: cards().isTest,
      idempotencyKey: asking.idempotencyKey ?? null,
      requestHash,
      token: null,
      failure: null,
      paidKurus: null,
      refundedKurus: 0,
      refundedMicro: 0,
      expiresDate: new Date(createdDate.getTime() + PAGE_MINUTES * MINUTE_MS),
      checkedDate: null,
      paidDate: null,
      createdDate,
      updatedDate: createdDate,
    }
  }

  /** On failure the order stays as created, because a late payment is still possible, and the key is released. */
  async function openPage(order: PaymentOrderRow, email: string, input: Input, { address }: Asking) {
    const { id, oid, billing, isTest, totalKurus: kurus, usdMicro } = order
    const { language, dark } = input
    const landing = (page: 'ok' | 'fail') => `${publicUrl()}/payment/${page}?order=${id}`
    const page = {
      oid,
      userAddress: address,
      email,
      name: billing.customerName,
      address: billing.address,
      phone: billing.companyPhone,
      kurus,
      item: `${items[language]} ${microToUsd(usdMicro).toLocaleString(language, cents)} USD`,
      okUrl: landing('ok'),
      failUrl: landing('fail'),
      minutes: PAGE_MINUTES,
      language,
      dark,
      isTest,
    }
    try {
      return await cards().openPage(page)
    } catch (error) {
      const failure = error instanceof AppError ? error.message : 'The card page could not be opened.'
      await store.transaction((tx) => releaseKey(tx, id, failure))
      throw error
    }
  }

  async function releaseKey(tx: Writer, id: string, failure?: string) {
    await rows.updateOrder(tx, id, { idempotencyKey: null, failure, updatedDate: now() })
  }

  function show({ id, quote }: PaymentOrderRow, token: string): PaymentStarted {
    return {
      orderId: id,
      iframe_url: cards().frameUrl(token),
      iframe_token: token,
      exchangePreview: quoting.show(quote),
    }
  }

  return { start }
}

function newOid() {
  return `FT${randomBytes(12).toString('hex').toUpperCase()}`
}

function hashOf({ amount, language, dark, ...billing }: Input) {
  const request = [amount, language, dark, billingSchema.parse(billing)]
  return createHash('sha256').update(JSON.stringify(request)).digest('hex')
}

function rejectBusy(): never {
  throw new AppError('CONFLICT', 'This payment is just being started. Please try again in a moment.')
}

function ignore() {
  return undefined
}
