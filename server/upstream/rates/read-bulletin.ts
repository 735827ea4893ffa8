import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { z } from 'zod'

export const MAX_BYTES = 256 * 1024

/** Max plausible lira rate of a dollar; higher rates are rejected. */
const MAX_E4 = 10_000n * 10_000n

/** Lira per ONE unit of a currency, in ten-thousandths. */
export type Reading = {
  bulletinNo: string
  /** YYYY-MM-DD. */
  rateDate: string
  forexBuyingE4: number
  forexSellingE4: number
  banknoteBuyingE4: number | null
  banknoteSellingE4: number | null
}

/** Throws an Error that states the issue. */
export function readBulletin(xml: string, currency = 'USD'): Reading {
  if (Buffer.byteLength(xml) > MAX_BYTES) {
    throw new Error('it is too large')
  }
  const root = parse(xml)
  const [row, ...others] = root.Currency.filter(({ code }) => code === currency)
  if (!row || others.length > 0) {
    throw new Error(`it has no row, or two rows, for ${currency}`)
  }
  const unit = readUnit(row.Unit)
  const banknote = (text: string) => (text === '' ? null : readRate(text, unit))
  return {
    bulletinNo: readNumber(root.Bulten_No),
    // The `Date` attribute beside it is month first.
    rateDate: readDay(root.Tarih),
    forexBuyingE4: readRate(row.ForexBuying, unit),
    forexSellingE4: readRate(row.ForexSelling, unit),
    banknoteBuyingE4: banknote(row.BanknoteBuying),
    banknoteSellingE4: banknote(row.BanknoteSelling),
  }
}

/**
 * A decimal with a point as ten-thousandths per unit, rounded half up. Throws for zero, negative and implausibly
 * high rates.
 */
export function readRate(text: string, unit = 1n): number {
  const [, lira, decimals = ''] = /^(\d{1,7})(?:\.(\d{1,6}))?$/.exec(text) ?? []
  if (lira === undefined) {
    throw new Error(`"${text.slice(0, 40)}" is no rate`)
  }
  const millionths = BigInt(lira) * 1_000_000n + BigInt(decimals.padEnd(6, '0'))
  const e4 = (millionths + 50n * unit) / (100n * unit)
  if (e4 <= 0n || e4 > MAX_E4) {
    throw new Error(`"${text}" is no rate that can be`)
  }
  return Number(e4)
}

/** Converts `20.11.2026` or `20-11-2026` to `2026-11-20`. */
export function readDay(text = ''): string {
  const [, day, month, year] = /^(\d\d)[.-](\d\d)[.-](\d{4})$/.exec(text.trim()) ?? []
  const iso = `${year}-${month}-${day}`
  const time = Date.parse(`${iso}T00:00:00Z`)
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== iso) {
    throw new Error(`"${text.slice(0, 40)}" is no day`)
  }
  return iso
}

function readUnit(text: string) {
  if (!/^[1-9]\d{0,5}$/.test(text)) {
    throw new Error(`"${text.slice(0, 40)}" is no unit`)
  }
  return BigInt(text)
}

function readNumber(text = '') {
  if (!/^\d{4}\/\d{1,3}$/.test(text)) {
    throw new Error('it has no number')
  }
  return text
}

const text = z.string().trim()
const bulletin = z.object({
  Tarih_Date: z.object({
    Tarih: text,
    Bulten_No: text,
    Currency: z.array(
      z
        .object({
          CurrencyCode: text,
          Unit: text,
          ForexBuying: text,
          ForexSelling: text,
          BanknoteBuying: text,
          BanknoteSelling: text,
        })
        .transform(({ CurrencyCode: code, ...rates }) => ({ code, ...rates })),
    ),
  }),
})

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  ignoreDeclaration: true,
  ignorePiTags: true,
  parseTagValue: false,
  // Entities are not expanded, so none can grow or read a file.
  processEntities: false,
  isArray: (name) => name === 'Currency',
})

/** Rejects document types, comments and CDATA, which the central bank does not send. */
function parse(xml: string) {
  const plain = xml.replace(/^\uFEFF/, '')
  if (plain.includes('<!') || XMLValidator.validate(plain) !== true) {
    throw new Error('it is not plain XML')
  }
  const { data } = bulletin.safeParse(parser.parse(plain))
  if (!data) {
    throw new Error('it is not a bulletin')
  }
  return data.Tarih_Date
}
