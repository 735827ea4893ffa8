import { type Element, readSmallXml } from './small-xml.ts'

export const MOST_BYTES = 256 * 1024

/** Beyond this no lira rate of a dollar is believed. */
const MOST_E4 = 10_000n * 10_000n

/** What a bulletin says of one currency: lira for ONE of it, in ten-thousandths. */
export type Reading = {
  bulletinNo: string
  /** YYYY-MM-DD. */
  rateDate: string
  forexBuyingE4: number
  forexSellingE4: number
  banknoteBuyingE4: number | null
  banknoteSellingE4: number | null
}

/** Throws an Error that says what is wrong with it. */
export function readBulletin(xml: string, currency = 'USD'): Reading {
  if (Buffer.byteLength(xml) > MOST_BYTES) {
    throw new Error('it is too large')
  }
  const root = readSmallXml(xml)
  if (root.name !== 'Tarih_Date') {
    throw new Error(`it begins with ${root.name}`)
  }
  const [row, ...others] = root.children.filter(
    ({ name, attributes }) => name === 'Currency' && attributes.CurrencyCode === currency,
  )
  if (!row || others.length > 0) {
    throw new Error(`it says nothing, or two things, of ${currency}`)
  }
  const unit = readUnit(textOf(row, 'Unit'))
  const banknote = (name: string) => (textOf(row, name) === '' ? null : readRate(textOf(row, name), unit))
  return {
    bulletinNo: readNumber(root.attributes.Bulten_No),
    // `Date` beside it is written month first.
    rateDate: readDay(root.attributes.Tarih),
    forexBuyingE4: readRate(textOf(row, 'ForexBuying'), unit),
    forexSellingE4: readRate(textOf(row, 'ForexSelling'), unit),
    banknoteBuyingE4: banknote('BanknoteBuying'),
    banknoteSellingE4: banknote('BanknoteSelling'),
  }
}

/** A decimal with a point as ten-thousandths for one unit, half up. Throws for nothing, less than nothing and too much. */
export function readRate(text: string, unit = 1n): number {
  const [, lira, decimals = ''] = /^(\d{1,7})(?:\.(\d{1,6}))?$/.exec(text) ?? []
  if (lira === undefined) {
    throw new Error(`"${text.slice(0, 40)}" is no rate`)
  }
  const millionths = BigInt(lira) * 1_000_000n + BigInt(decimals.padEnd(6, '0'))
  const e4 = (millionths + 50n * unit) / (100n * unit)
  if (e4 <= 0n || e4 > MOST_E4) {
    throw new Error(`"${text}" is no rate that can be`)
  }
  return Number(e4)
}

/** `20.11.2026`, or with dashes, as `2026-11-20`. */
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

function textOf({ children }: Element, name: string) {
  return children.find((child) => child.name === name)?.text.trim() ?? ''
}
