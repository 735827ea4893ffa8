import { numberFormat } from '#client/components/intl.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'

export function useFormats() {
  const { system } = useTexts()
  const [language] = useLanguage()
  const plain = (value: number, digits: number) =>
    numberFormat(language, { maximumFractionDigits: digits }).format(value)
  return {
    count: (value: number) => plain(value, 0),
    /** `0.3 ms`, `38 ms`, `1.9 s`. */
    ms: (value: number) =>
      value >= 1_000
        ? system.seconds(plain(value / 1_000, 1))
        : system.milliseconds(plain(value, value < 10 ? 1 : 0)),
  }
}
