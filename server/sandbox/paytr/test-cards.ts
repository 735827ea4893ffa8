import type { Switches } from './switches.ts'

export type Failure = { code: string; message: string }

/**
 * Behaviour of a test card. Only the number counts: name, date and security code need a valid form. Unlisted
 * numbers pay.
 */
export type TestCard = {
  number: string
  brand: string
  does: 'pays' | 'refused' | 'insufficient' | 'wrongCode' | 'late' | 'lost' | 'twice'
  /** The bank's rejection, before or after the confirmation code. */
  failure?: Failure
  switches?: Partial<Switches['notify']>
}

export const failures = {
  refused: { code: '0', message: 'Kart bankasi islemi onaylamadi.' },
  insufficient: { code: '0', message: 'Yetersiz bakiye.' },
  wrongCode: { code: '2', message: '3D Secure dogrulama kodu hatali girildi.' },
  left: { code: '6', message: 'Musteri odeme yapmaktan vazgecti ve odeme sayfasindan ayrildi.' },
} as const satisfies Record<string, Failure>

const LATE_MS = 10_000

export const defaultTestCard: TestCard = { number: '4355084355084358', brand: 'VISA', does: 'pays' }

export const testCards: readonly TestCard[] = [
  defaultTestCard,
  { number: '5406675406675403', brand: 'MASTERCARD', does: 'refused', failure: failures.refused },
  { number: '9792030394440796', brand: 'TROY', does: 'insufficient', failure: failures.insufficient },
  { number: '4508034508034509', brand: 'VISA', does: 'wrongCode', failure: failures.wrongCode },
  { number: '4000000000000010', brand: 'VISA', does: 'late', switches: { delayMs: LATE_MS } },
  { number: '4000000000000028', brand: 'VISA', does: 'lost', switches: { lost: true } },
  { number: '4000000000000036', brand: 'VISA', does: 'twice', switches: { copies: 2, concurrent: true } },
]

export const defaultCard = { holder: 'PAYTR TEST', expiry: '12/30', cvc: '000' }

export function findCard(number: string): TestCard {
  return testCards.find((card) => card.number === number) ?? { number, brand: brandOf(number), does: 'pays' }
}

function brandOf(number: string) {
  return number.startsWith('9792') ? 'TROY' : number.startsWith('5') ? 'MASTERCARD' : 'VISA'
}

/** Checks the Luhn digit. */
export function isCardNumber(number: string): boolean {
  if (!/^\d{15,19}$/.test(number)) {
    return false
  }
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** `435508******4358`, as PayTR shows it. */
export function maskCard(number: string): string {
  return `${number.slice(0, 6)}******${number.slice(-4)}`
}
