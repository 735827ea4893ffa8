import { microToUsd } from '#shared/money.ts'
import type { ExchangePreview, Quote } from '#shared/payments.ts'

export type Terms = {
  usdMicro: number
  /** Lira per dollar in ten-thousandths, with its bulletin. */
  rateE4: number
  bulletinNo: string
  rateDate: string
  /** Decimal text, at most four decimals. */
  feePercent: string
  vatPercent: string
}

/** Micro-dollars × ten-thousandths of a lira are 10^10 of a lira; a kuruş is a hundredth. */
const KURUS_SCALE = 10n ** 8n
const PERCENT_DECIMALS = 4
const PERCENT_SCALE = 100n * 10n ** BigInt(PERCENT_DECIMALS)
const KURUS_PER_LIRA = 100
const RATE_SCALE = 10_000

/** The whole price, each of its three parts rounded once to whole kuruş, halves up. */
export function makeQuote({ usdMicro, rateE4, feePercent, vatPercent, ...bulletin }: Terms): Quote {
  const raw = divideHalfUp(BigInt(usdMicro) * BigInt(rateE4), KURUS_SCALE)
  const fee = percentOf(raw, feePercent)
  const vat = percentOf(raw + fee, vatPercent)
  return {
    usdMicro,
    rateE4,
    ...bulletin,
    feePercent,
    vatPercent,
    rawKurus: Number(raw),
    feeKurus: Number(fee),
    vatKurus: Number(vat),
    totalKurus: Number(raw + fee + vat),
  }
}

/** Requires dividend ≥ 0 and divisor > 0. */
export function divideHalfUp(dividend: bigint, divisor: bigint) {
  return (2n * dividend + divisor) / (2n * divisor)
}

function percentOf(kurus: bigint, percent: string) {
  const [integer = '', decimals = ''] = percent.split('.')
  return divideHalfUp(kurus * BigInt(integer + decimals.padEnd(PERCENT_DECIMALS, '0')), PERCENT_SCALE)
}

type Priced = Omit<ExchangePreview, 'minimumAmount' | 'maximumAmount'>

/** For display: the only conversion of whole units to decimal numbers. */
export function showQuote(quote: Quote): Priced {
  const { rawKurus, feeKurus, vatKurus, totalKurus } = quote
  return {
    usdAmount: microToUsd(quote.usdMicro),
    tryAmountRaw: rawKurus / KURUS_PER_LIRA,
    feeAmount: feeKurus / KURUS_PER_LIRA,
    tryAmountWithFee: (rawKurus + feeKurus) / KURUS_PER_LIRA,
    vatAmount: vatKurus / KURUS_PER_LIRA,
    totalTryAmount: totalKurus / KURUS_PER_LIRA,
    exchangeRate: quote.rateE4 / RATE_SCALE,
    exchangeFeePercent: Number(quote.feePercent),
    vatPercent: Number(quote.vatPercent),
    rateDate: quote.rateDate,
    bulletinNo: quote.bulletinNo,
  }
}

export type Bounds = { minMicro: number; maxMicro: number }

export function toPreview(quote: Quote, { minMicro, maxMicro }: Bounds): ExchangePreview {
  return { ...showQuote(quote), ...showBounds({ minMicro, maxMicro }) }
}

export function showBounds({ minMicro, maxMicro }: Bounds) {
  return { minimumAmount: microToUsd(minMicro), maximumAmount: microToUsd(maxMicro) }
}
