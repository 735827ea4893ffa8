const AMOUNT = /^(\d{1,11})(?:[.,](\d{1,2}))?$/
const KURUS_PER_LIRA = 100

/** Kuruş of `10,8`, `10.25` or `34`, without floats. Undefined for anything else. */
export function parseLira(text: string) {
  const [, lira, decimals = ''] = AMOUNT.exec(text) ?? []
  return lira === undefined ? undefined : Number(lira) * KURUS_PER_LIRA + Number(decimals.padEnd(2, '0'))
}

/** Formats `10.25`, PayTR's form for prices and refunds. */
export function writeLira(kurus: number) {
  const digits = String(kurus).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
