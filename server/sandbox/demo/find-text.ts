import { calculate } from './arithmetic.ts'

/** What kind of text a field wants, by its name; the first pattern that is found in the question fills it. */
const finders: [RegExp, RegExp | ((question: string) => string | undefined)][] = [
  [/url|link|site|address/i, /https?:\/\/[^\s"'<>]+/],
  [/mail/i, /[\w.+-]+@[\w-]+\.[\w.]+/],
  [/date|day|tarih|gun/i, /\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}/],
  [/expr|formula|calc|equation|math|input/i, (question) => calculate(question)?.expression],
  [/city|location|place|country|town|region|sehir|ulke|konum/i, findPlace],
  [/name|person|title|isim|baslik/i, /(?<=\s)\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)*/u],
]

/** What the name of a field says it wants, or what stands in quotes. */
export function findText(name: string, asked: string): string | undefined {
  const question = asked.slice(0, 2_000)
  for (const [wanted, find] of finders) {
    const found = wanted.test(name)
      ? typeof find === 'function'
        ? find(question)
        : find.exec(question)?.[0]
      : undefined
    if (found) {
      return found
    }
  }
  return /["“]([^"”]+)["”]/.exec(question)?.[1]
}

const month =
  '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\\p{Ll}*|ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık'
const unit = `(?!\\s*(?:${month})|\\s*(?:tl|lira|euro|st|nd|rd|th)\\b|[.,/:-]?\\d)`
const quantity = `(?<![\\d.,/])((?!20\\d\\d)\\d{1,6}|bir|iki|üç|one|two|three|four|five|six|a dozen)${unit}\\s+`
const thing = '((?:\\p{L}+\\s+){0,3}?\\p{L}+)'
const end =
  '(?=\\s+(?:please|for|on|by|to|until|with|from|lütfen|istiyor|lazım|için|sipariş)|\\s*[,.;!?\\n]|\\s*$)'

/** What the fields of an order are called, and how its parts are written in a message. */
const fields: [name: RegExp, value: RegExp][] = [
  [
    /customer|müşteri/i,
    /^(?:hi,?\s+|hello,?\s+|merhaba,?\s+)?(\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+)?)(?=\s+\p{Ll}|\s+\d)|(?:thanks|thank you|regards|best|cheers|teşekkürler|sevgiler|saygılar|my name is|i am|ben|adım)[,.!]?\s+(\p{Lu}\p{L}+)/u,
  ],
  [/product|ürün/i, new RegExp(quantity + thing + end, 'iu')],
  [/quantity|adet/i, new RegExp(`${quantity}\\p{L}`, 'iu')],
  [
    /date|tarih/i,
    new RegExp(
      `(\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}|\\d{1,2}\\s+(?:${month})(?:\\s+\\d{4})?|(?:next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|today|(?:pazartesi|salı|çarşamba|perşembe|cumartesi|cuma|pazar)(?![\\p{L}])|(?:cuma|pazartesi|salı|çarşamba|perşembe|cumartesi|pazar)[yg]?[ae]|yarın|bugün)`,
      'iu',
    ),
  ],
  [
    /address|adres/i,
    /\bto\s+(\p{Lu}[^.\n]*)|,\s*((?:\p{Lu}[\p{L}\d .]*)(?:,\s*\p{Lu}[\p{L} ]*)+)[.]?\s*$|(\p{Lu}[\p{L} ]+)['’]?(?:y[ae]|[ae]) gönder/u,
  ],
]

/** The part of an order that a field names. */
export function findField(name: string, text: string): string | undefined {
  const value = fields.find(([named]) => named.test(name))?.[1].exec(text.slice(0, 2_000))
  return /product|ürün/i.test(name) ? value?.[2] : value?.slice(1).find(Boolean)?.trim()
}

function findPlace(question: string): string | undefined {
  const placed = /\b(?:in|at|for|of|to|from|near)\s+((?:\p{Lu}[\p{L}'’-]+)(?:\s\p{Lu}[\p{L}'’-]+)*)/u.exec(
    question,
  )?.[1]
  const turkish = /(\p{Lu}\p{L}+)['’](?:d[ae]|t[ae]|n[iıuü]n|[iıuü]n|[ae]|y[ae]|dan|den)/u.exec(question)?.[1]
  return placed ?? turkish ?? /(?<=\s)\p{Lu}\p{L}{2,}/u.exec(question)?.[0]
}
