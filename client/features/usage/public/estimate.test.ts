import { expect, test } from 'vitest'
import { estimateLira, estimateMonth } from './estimate.ts'

const price = {
  provider: 'openai',
  model: 'gpt-4.1',
  unit: 'token' as const,
  inputUsdPerMillion: '2.00',
  outputUsdPerMillion: '8.00',
  cacheReadUsdPerMillion: '0.50',
  cacheWriteUsdPerMillion: '2.00',
  contextTokens: 0,
  maxOutputTokens: 0,
}
const offer = {
  prices: [price],
  minimumTopUp: 50,
  maximumTopUp: 1_000_000,
  vatPercent: 20,
  exchangeFeePercent: 2,
  exchangeRate: 42.3815,
  rateDate: '2026-11-20',
}

test('the estimate covers thirty days of messages', () => {
  expect(estimateMonth(price, { messagesADay: 100, tokensIn: 1_500, tokensOut: 300 })).toEqual({
    perMessage: 0.0054,
    messages: 3_000,
    usd: 0.0054 * 3_000,
  })
})

test('the estimate in lira includes the fee, and VAT on both, as in Add Balance', () => {
  const lira = estimateLira(100, offer)

  expect(lira?.raw).toBeCloseTo(4_238.15, 2)
  expect(lira?.fee).toBeCloseTo(84.76, 2)
  expect(lira?.vat).toBeCloseTo(864.58, 2)
  expect(lira?.total).toBeCloseTo(5_187.5, 1)
})

test('without a rate there is no lira amount', () => {
  expect(estimateLira(100, { ...offer, exchangeRate: null })).toBeUndefined()
})
