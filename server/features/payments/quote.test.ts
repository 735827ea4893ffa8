import { expect, test } from 'vitest'
import { divideHalfUp, makeQuote, type Terms, toPreview } from './quote.ts'

const terms: Terms = {
  usdMicro: 100_000_000,
  rateE4: 423_815,
  bulletinNo: '2026/221',
  rateDate: '2026-11-20',
  feePercent: '2',
  vatPercent: '20',
}

test('quotes a hundred dollars at 42.3815 with 2 % and 20 %', () => {
  expect(makeQuote(terms)).toEqual({
    ...terms,
    rawKurus: 423_815,
    feeKurus: 8_476,
    vatKurus: 86_458,
    totalKurus: 518_749,
  })
})

test('the preview has the displayed amounts', () => {
  expect(toPreview(makeQuote(terms), { minMicro: 50_000_000, maxMicro: 1_000_000_000_000 })).toEqual({
    usdAmount: 100,
    tryAmountRaw: 4238.15,
    feeAmount: 84.76,
    tryAmountWithFee: 4322.91,
    vatAmount: 864.58,
    totalTryAmount: 5187.49,
    exchangeRate: 42.3815,
    exchangeFeePercent: 2,
    vatPercent: 20,
    minimumAmount: 50,
    maximumAmount: 1_000_000,
    rateDate: '2026-11-20',
    bulletinNo: '2026/221',
  })
})

test('without fee and tax nothing is added', () => {
  expect(makeQuote({ ...terms, feePercent: '0', vatPercent: '0' })).toMatchObject({
    feeKurus: 0,
    vatKurus: 0,
    totalKurus: 423_815,
  })
})

test('a hundred thousand random prices equal exact fractions, and more dollars never cost less', () => {
  const random = randomFrom(20_261_121)
  for (let pair = 0; pair < 100_000; pair += 1) {
    const usdMicro = (1 + random(100_000_000)) * 10_000
    const rateE4 = 1 + random(5_000_000)
    const fee = random(100_000)
    const vat = random(400_000)
    const percents = { feePercent: percentText(fee), vatPercent: percentText(vat) }
    const quote = makeQuote({ ...terms, ...percents, usdMicro, rateE4 })

    expectNearest(quote.rawKurus, BigInt(usdMicro) * BigInt(rateE4), 10n ** 8n)
    expectNearest(quote.feeKurus, BigInt(quote.rawKurus) * BigInt(fee), 10n ** 6n)
    expectNearest(quote.vatKurus, BigInt(quote.rawKurus + quote.feeKurus) * BigInt(vat), 10n ** 6n)
    const total = quote.rawKurus + quote.feeKurus + quote.vatKurus
    const more = makeQuote({ ...terms, ...percents, usdMicro: usdMicro + 10_000, rateE4 })
    if (quote.totalKurus !== total || more.totalKurus < quote.totalKurus) {
      throw new Error(`${usdMicro} at ${rateE4} is ${quote.totalKurus}, a cent more ${more.totalKurus}`)
    }
  }
})

test('a half is rounded up', () => {
  expect([
    divideHalfUp(5n, 10n),
    divideHalfUp(4n, 10n),
    divideHalfUp(15n, 10n),
    divideHalfUp(0n, 10n),
  ]).toEqual([1n, 0n, 2n, 0n])
})

/** −½ ≤ rounded − dividend/divisor, and less than ½ above… that is: half up. */
function expectNearest(rounded: number, dividend: bigint, divisor: bigint) {
  const twiceOff = 2n * (BigInt(rounded) * divisor - dividend)
  if (!(-divisor < twiceOff && twiceOff <= divisor)) {
    throw new Error(`${dividend}/${divisor} is not ${rounded}`)
  }
}

function percentText(tenThousandths: number) {
  const digits = String(tenThousandths).padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`
}

function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
