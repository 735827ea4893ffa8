/** Signs and words for the same thing, in both languages. */
const spoken: [RegExp, string][] = [
  [/(\d+(?:[.,]\d+)?)\s*(?:%|percent)\s*of\s*(\d+(?:[.,]\d+)?)/giu, '$1 / 100 * $2'],
  [/(\d+(?:[.,]\d+)?)['’]?\p{L}{1,3}\s*yüzde\s*(\d+(?:[.,]\d+)?)(?:['’]\p{L}{1,3})?/giu, '$2 / 100 * $1'],
  [/(?<!\p{L})(?:plus|artı)(?!\p{L})/giu, '+'],
  [/(?<!\p{L})(?:minus|eksi)(?!\p{L})/giu, '-'],
  [/(?<!\p{L})(?:times|multiplied by|çarpı|kere)(?!\p{L})|[×·]|(?<=\d\s*)x(?=\s*\d)/giu, '*'],
  [/(?<!\p{L})(?:divided by|bölü)(?!\p{L})|÷/giu, '/'],
  [/(?<!\p{L})(?:to the power of|üzeri)(?!\p{L})|\*\*/giu, '^'],
  [/(?<!\p{L})squared(?!\p{L})/giu, '^2'],
]

const opening =
  /^(?:(?:and )?what is|what's|how much is|calculate|compute|solve|hesapla|sonucu nedir)?[\s:]*/iu
const closing = /(?:\s*(?:=|\?|kaç eder|kaçtır|eder|nedir|hesapla|yapar|kaç))*[\s?.!]*$/iu

/** The value of a question that is nothing but arithmetic: `12*7`, `What is (3 + 4) / 2?`, `12 çarpı 7 kaç eder?` */
export function calculate(question: string): { expression: string; value: string } | undefined {
  const bare = question.trim().replace(opening, '').replace(closing, '')
  const expression = spoken.reduce((text, [word, sign]) => text.replace(word, sign), bare).trim()
  if (!/^[\d\s.,()+\-*/^]+$/.test(expression) || !/[\d)]\s*[+\-*/^]\s*[\d(.-]/.test(expression)) {
    return undefined
  }
  const value = evaluate(expression.replace(/(\d),(\d)/g, '$1.$2'))
  return value === undefined ? undefined : { expression, value }
}

function evaluate(text: string): string | undefined {
  const tokens = text.match(/\d+(?:\.\d+)?|[-+*/^()]/g) ?? []
  const reader = { tokens, at: 0 }
  const value = sum(reader)
  const isWhole = reader.at === tokens.length && text.replace(/[\d.\s\-+*/^()]/g, '') === ''
  return isWhole && Number.isFinite(value) ? String(Number(value.toPrecision(12))) : undefined
}

type Reader = { tokens: string[]; at: number }

function sum(reader: Reader): number {
  let value = product(reader)
  while (next(reader) === '+' || next(reader) === '-') {
    const sign = take(reader)
    const right = product(reader)
    value = sign === '+' ? value + right : value - right
  }
  return value
}

function product(reader: Reader): number {
  let value = power(reader)
  while (next(reader) === '*' || next(reader) === '/') {
    const sign = take(reader)
    const right = power(reader)
    value = sign === '*' ? value * right : value / right
  }
  return value
}

function power(reader: Reader): number {
  const base = single(reader)
  if (next(reader) !== '^') {
    return base
  }
  take(reader)
  return base ** power(reader)
}

function single(reader: Reader): number {
  const token = take(reader)
  if (token === '-') {
    return -single(reader)
  }
  if (token === '(') {
    const value = sum(reader)
    return take(reader) === ')' ? value : Number.NaN
  }
  return token === '' ? Number.NaN : Number(token)
}

function next({ tokens, at }: Reader): string {
  return tokens[at] ?? ''
}

function take(reader: Reader): string {
  const token = next(reader)
  reader.at += 1
  return token
}
