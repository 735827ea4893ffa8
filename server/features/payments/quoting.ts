import type { RatesService } from '#server/features/rates/rates.service.ts'
import { AppError } from '#shared/errors.ts'
import { usdText } from '#shared/money.ts'
import type { ExchangePreview, Quote } from '#shared/payments.ts'
import { type Bounds, makeQuote, showBounds, toPreview } from './quote.ts'

export type Terms = Bounds & { feePercent: string; vatPercent: string }

type Deps = {
  rates: Pick<RatesService, 'current'>
  terms: Terms
}

const RATE_SCALE = 10_000

export function createQuoting({ rates, terms }: Deps) {
  const { feePercent, vatPercent } = terms

  async function exchangeRate() {
    const { rateE4, forexBuyingE4, forexSellingE4, bulletinNo, rateDate, fetchedDate, isOld, isTooOld } =
      await rates.current()
    return {
      exchangeRate: rateE4 / RATE_SCALE,
      forexBuying: forexBuyingE4 / RATE_SCALE,
      forexSelling: forexSellingE4 / RATE_SCALE,
      rateDate,
      bulletinNo,
      fetchedDate,
      exchangeFeePercent: Number(feePercent),
      vatPercent: Number(vatPercent),
      ...showBounds(terms),
      isOld,
      isTooOld,
    }
  }

  /** Throws UNAVAILABLE without a recent rate. */
  async function quote(usdMicro: number): Promise<Quote> {
    const { rateE4, bulletinNo, rateDate, isTooOld } = await rates.current()
    if (isTooOld) {
      throw new AppError(
        'UNAVAILABLE',
        `The latest exchange rate (${rateDate}) is too old. Top-ups are paused until a new rate is published.`,
      )
    }
    return makeQuote({ usdMicro, rateE4, bulletinNo, rateDate, feePercent, vatPercent })
  }

  const show = (quoted: Quote): ExchangePreview => toPreview(quoted, terms)

  /** Throws INVALID_INPUT with the text the product spec requires. */
  function rejectOutOfBounds(usdMicro: number) {
    const { minMicro, maxMicro } = terms
    if (usdMicro < minMicro) {
      rejectAmount(`Minimum top-up amount is $${usdText(minMicro)} USD`)
    }
    if (usdMicro > maxMicro) {
      rejectAmount(`Maximum top-up amount is $${usdText(maxMicro)} USD`)
    }
  }

  return { exchangeRate, quote, show, rejectOutOfBounds }
}

function rejectAmount(sentence: string): never {
  throw new AppError('INVALID_INPUT', sentence, { details: { amount: [sentence] } })
}

export type Quoting = ReturnType<typeof createQuoting>
