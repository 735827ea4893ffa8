import { calculate } from './arithmetic.ts'

const month =
  '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\\p{Ll}*|ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık'
const weekday =
  '(?:next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:pazartesi|salı|çarşamba|perşembe|cumartesi|cuma|pazar)(?:[yg]?[ae])?(?!\\p{L})'
const day = `\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}|\\d{1,2}\\s+(?:${month})(?:\\s+\\d{4})?|${weekday}|tomorrow|today|yarın|bugün`
// A count stands before what is counted: neither a year nor the day of a date nor an amount of money.
const count = `(?<![\\d.,/])(?:(?!20\\d\\d)\\d{1,6}|bir|iki|üç|one|two|three|four|five|six|a dozen)(?!\\s*(?:${month})|\\s*(?:tl|lira|euro|st|nd|rd|th)\\b|[.,/:-]?\\d)`
const goods =
  '(?:\\p{L}+\\s+){0,3}?\\p{L}+(?=\\s+(?:please|for|on|by|to|until|with|from|lütfen|istiyor|lazım|için|sipariş)|\\s*[,.;!?\\n]|\\s*$)'
const names = "\\p{Lu}[\\p{L}'’-]+(?:\\s\\p{Lu}[\\p{L}'’-]+)*"

/** What the name of a field asks for, and how that is written in a message; a group holds the value, else all of it. */
const finders: [field: RegExp, value: RegExp][] = [
  [/url|link|site/i, /https?:\/\/[^\s"'<>]+/],
  [/mail/i, /[\w.+-]+@[\w-]+\.[\w.]+/],
  [
    /customer|müşteri/i,
    /^(?:hi,?\s+|hello,?\s+|merhaba,?\s+)?(\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+)?)(?=\s+\p{Ll}|\s+\d)|(?:thanks|thank you|regards|best|cheers|teşekkürler|sevgiler|saygılar|my name is|i am|ben|adım)[,.!]?\s+(\p{Lu}\p{L}+)/u,
  ],
  [/product|ürün/i, new RegExp(`(?<=${count}\\s+)${goods}`, 'iu')],
  [/quantity|adet/i, new RegExp(`${count}(?=\\s+\\p{L})`, 'iu')],
  [/date|tarih/i, new RegExp(day, 'iu')],
  [
    /address|adres/i,
    /\bto\s+(\p{Lu}[^.\n]*)|,\s*((?:\p{Lu}[\p{L}\d .]*)(?:,\s*\p{Lu}[\p{L} ]*)+)[.]?\s*$|(\p{Lu}[\p{L} ]+)['’]?(?:y[ae]|[ae]) gönder/u,
  ],
  [
    /city|location|place|country|town|region|sehir|ulke|konum/i,
    new RegExp(
      `\\b(?:in|at|for|of|to|from|near)\\s+(${names})|(\\p{Lu}\\p{L}+)['’](?:[dt][ae]n?|n?[iıuü]n|y?[ae])|(?<=\\s)\\p{Lu}\\p{L}{2,}`,
      'u',
    ),
  ],
  [/name|person|title|isim|baslik/i, new RegExp(`(?<=\\s)${names}`, 'u')],
]

/** The part of a text that a field of this name wants. */
export function findText(field: string, text: string): string | undefined {
  const searched = text.slice(0, 2_000)
  if (/expr|formula|calc|equation|math|input/i.test(field)) {
    const sum = calculate(searched)
    if (sum) {
      return sum.expression
    }
  }
  const values = finders.filter(([named]) => named.test(field)).map(([, value]) => value.exec(searched))
  const [whole, ...groups] = values.find((value) => value !== null) ?? []
  return (groups.find(Boolean) ?? whole)?.trim()
}
