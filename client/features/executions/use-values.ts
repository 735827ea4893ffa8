import { formatMoney, formatNumber } from '#client/components/format-money.ts'
import { numberFormat } from '#client/components/intl.ts'
import { formatMoment } from '#client/components/relative-time.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Durations, costs and dates in the language of the user. */
export function useValues() {
  const { executions: texts } = useTexts()
  const [language] = useLanguage()

  /** `12 ms`, `3.4 s`, `2 min 5 s`, `1 h 8 min`, `4 d 2 h`. */
  function duration(milliseconds: number): string {
    if (milliseconds < 100) {
      return `${Math.round(milliseconds)}\u00a0${texts.milliseconds}`
    }
    if (milliseconds < MINUTE - 500) {
      const digits = milliseconds < 9_950 ? 1 : 0
      const format = numberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })
      return `${format.format(milliseconds / SECOND)}\u00a0${texts.seconds}`
    }
    const seconds = Math.round(milliseconds / SECOND) * SECOND
    if (seconds < HOUR) {
      return both(seconds, [MINUTE, texts.minutes], [SECOND, texts.seconds])
    }
    return seconds < DAY
      ? both(seconds, [HOUR, texts.hours], [MINUTE, texts.minutes])
      : both(seconds, [DAY, texts.days], [HOUR, texts.hours])
  }

  const cost = (micro: number) => (micro === 0 ? texts.free : formatMoney(micro / 1_000_000, language))
  const moment = (iso: string) => formatMoment(iso, language)
  const count = (value: number) => formatNumber(value, language)
  return { duration, cost, moment, count, language }
}

type Unit = readonly [length: number, name: string]

function both(milliseconds: number, [large, largeName]: Unit, [small, smallName]: Unit) {
  const rest = Math.floor((milliseconds % large) / small)
  const first = `${Math.floor(milliseconds / large)}\u00a0${largeName}`
  return rest === 0 ? first : `${first} ${rest}\u00a0${smallName}`
}
