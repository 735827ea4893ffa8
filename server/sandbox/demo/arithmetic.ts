import { calculate as compute } from '#server/arithmetic/arithmetic.ts'

const signs: Record<string, RegExp> = {
  '+': /(?<!\p{L})(?:plus|artı)(?!\p{L})/giu,
  '-': /(?<!\p{L})(?:minus|eksi)(?!\p{L})/giu,
  '*': /(?<!\p{L})(?:times|multiplied by|çarpı|kere)(?!\p{L})|[×·]|(?<=\d\s*)x(?=\s*\d)/giu,
  '/': /(?<!\p{L})(?:divided by|bölü)(?!\p{L})|÷/giu,
  '^': /(?<!\p{L})(?:to the power of|üzeri)(?!\p{L})|\*\*/giu,
  '^2': /(?<!\p{L})squared(?!\p{L})/giu,
}
const percentOf = /(\d+(?:\.\d+)?)\s*(?:%|percent)\s*(?:\p{L}+\s+)?(?:of|on)\s+(\d+(?:\.\d+)?)/giu
const turkishPercent =
  /(\d+(?:\.\d+)?)(?:['’]?\p{L}{1,5})?\s*(?:yüzde\s*|%\s*)(\d+(?:\.\d+)?)(?:['’]\p{L}{1,3})?/giu

const around =
  /(?<!\p{L})(?:hi|hello|hey|please|and|so|(?:can|could) you|(?:tell|show) me|what(?:['’]?s| is| are| does)?|how much(?: is| are)?|calculate|compute|solve|make|is|it|in total|altogether|vat|tax|tip|the|of|merhaba|selam|lütfen|sonucu|kaç(?:tır)?|ne|nedir|eder|yapar|tutar|hesapla(?:r mısın)?|kadar|toplam|kdv(?:si)?|indirim)(?!\p{L})|[=?!:;]|,(?!\d)/giu

/** The value of a purely arithmetic question: `12*7`, `What is (3 + 4) / 2?`, `12 çarpı 7 kaç eder?` */
export function calculate(question: string): { expression: string; value: string } | undefined {
  if (question.length > 2_000) {
    return undefined
  }
  const usesDots = /\d\.\d{3}(?!\d).*[ığşçöü]/iu.test(question)
    ? question.replace(/(\d)\.(?=\d{3}(?!\d))/g, '$1')
    : question
  const plain = usesDots.replace(/(\d),(?=\d{3}(?!\d))/g, '$1').replace(/(\d),(\d)/g, '$1.$2')
  const part = plain.replace(percentOf, '$1 / 100 * $2').replace(turkishPercent, '$2 / 100 * $1')
  const signed = Object.entries(signs).reduce((text, [sign, words]) => text.replace(words, sign), part)
  const expression = signed.replace(around, ' ').replace(/\s+/g, ' ').trim().replace(/ ?\.$/, '')
  if (!/^[\d\s.()+\-*/^]+$/.test(expression) || !/[\d)]\s*[+\-*/^]\s*[\d(.-]/.test(expression)) {
    return undefined
  }
  try {
    return { expression, value: compute(expression) }
  } catch {
    return undefined
  }
}
