import { bestItems, type Item } from './passages.ts'
import { termsOf } from './synonyms.ts'
import { fold, type Language } from './words.ts'

const numbers = 'zero one two three four five six seven eight nine ten'.split(' ')
const turkishNumbers = 'sifir bir iki uc dort bes alti yedi sekiz dokuz on'.split(' ')

const isSumQuestion =
  /\btotal\b|\bbill\b|\bsum\b|altogether|how much|\bcosts?\b|order|\bhave\b|toplam|tutar|hesap|ne kadar|kaç (?:para|lira)/i
const price = /(\d[\d.,]*\d|\d)\s*(?:TL|₺|lira|euros?|€|\$)/i

/** The sum of an order from a price list, as an expression: "two teas and a coffee" is `2 * 25 + 70`. */
export function billOf(question: string, items: readonly Item[], language: Language): string | undefined {
  const parts = question.split(/,|\+|&|(?<!\p{L})(?:and|with|ve|ile|bir de)(?!\p{L})/iu)
  const orders = parts.map((part) => ({ count: countIn(part), cost: costOf(part, items, language) }))
  const known = orders.flatMap(({ count, cost }) => (cost === undefined ? [] : [{ count: count ?? 1, cost }]))
  const isOrder = known.length > 1 || orders.some(({ count, cost }) => cost !== undefined && (count ?? 1) > 1)
  return isOrder && known.length === parts.length && isSumQuestion.test(question)
    ? known.map(({ count, cost }) => (count === 1 ? cost : `${count} * ${cost}`)).join(' + ')
    : undefined
}

function countIn(part: string): number | undefined {
  const counts = (fold(part).match(/[\p{L}\d]+/gu) ?? []).map(toNumber)
  return counts.find((count) => count !== undefined)
}

function costOf(part: string, items: readonly Item[], language: Language): string | undefined {
  const terms = termsOf(part, language).filter(({ stem }) => toNumber(stem) === undefined)
  const [found] = bestItems(items, { question: part, terms, max: 1 })
  return price.exec(found?.text ?? '')?.[1]?.replace(/[.,](?=\d{3})/g, '')
}

function toNumber(word: string): number | undefined {
  const spoken = Math.max(numbers.indexOf(word), turkishNumbers.indexOf(word))
  return spoken > 0 ? spoken : /^\d{1,3}$/.test(word) ? Number(word) : undefined
}
