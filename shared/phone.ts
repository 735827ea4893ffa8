export type PhoneCountry = {
  /** With plus sign: `+90`. */
  code: string
  /** ISO code of two letters, as shown in the selector. */
  country: string
  name: string
  expected: string
  /** Pattern of the digits without the country code; 7 to 15 digits by default. */
  pattern?: RegExp
  /** Formats the digits in groups; by default they stay unformatted. */
  display?: (digits: string) => string
}

export const phoneCountries: readonly PhoneCountry[] = [
  {
    code: '+90',
    country: 'TR',
    name: 'Turkey',
    expected: '5XX XXX XX XX',
    pattern: /^[1-9]\d{9}$/,
    display: (digits) => digits.replace(/^(\d{3})(\d{3})(\d{2})(\d{2})$/, '($1) $2 $3 $4'),
  },
  {
    code: '+1',
    country: 'US',
    name: 'United States',
    expected: '(XXX) XXX-XXXX',
    pattern: /^[2-9]\d{2}[2-9]\d{6}$/,
    display: (digits) => digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3'),
  },
  {
    code: '+44',
    country: 'GB',
    name: 'United Kingdom',
    expected: 'XXXX XXX XXX',
    pattern: /^\d{10}$/,
    display: (digits) => digits.replace(/^(\d{4})(\d{3})(\d{3})$/, '$1 $2 $3'),
  },
  {
    code: '+49',
    country: 'DE',
    name: 'Germany',
    expected: 'XXX XXXXXXX(X)',
    pattern: /^\d{10,11}$/,
    display: (digits) => digits.replace(/^(\d{3})(\d{7,8})$/, '$1 $2'),
  },
  {
    code: '+33',
    country: 'FR',
    name: 'France',
    expected: 'X XX XX XX XX',
    pattern: /^[1-9]\d{8}$/,
    display: (digits) => digits.replace(/^(\d)(\d{2})(\d{2})(\d{2})(\d{2})$/, '$1 $2 $3 $4 $5'),
  },
  { code: '+39', country: 'IT', name: 'Italy', expected: '3XX XXX XXXX', pattern: /^3\d{9}$/ },
  { code: '+34', country: 'ES', name: 'Spain', expected: '6XX XXX XXX', pattern: /^[6-9]\d{8}$/ },
  { code: '+31', country: 'NL', name: 'Netherlands', expected: '6 XXXX XXXX', pattern: /^[1-9]\d{8}$/ },
  { code: '+7', country: 'RU', name: 'Russia', expected: '9XX XXX XX XX', pattern: /^[1-9]\d{9}$/ },
  { code: '+86', country: 'CN', name: 'China', expected: '1XX XXXX XXXX', pattern: /^1[3-9]\d{9}$/ },
  { code: '+81', country: 'JP', name: 'Japan', expected: '90 XXXX XXXX', pattern: /^[7-9]\d{9}$/ },
  { code: '+91', country: 'IN', name: 'India', expected: '9XXXX XXXXX', pattern: /^[6-9]\d{9}$/ },
  { code: '+55', country: 'BR', name: 'Brazil', expected: 'XX 9XXXX XXXX', pattern: /^[1-9]\d{10}$/ },
  { code: '+61', country: 'AU', name: 'Australia', expected: '4XX XXX XXX', pattern: /^[2-9]\d{8}$/ },
  {
    code: '+971',
    country: 'AE',
    name: 'United Arab Emirates',
    expected: '5X XXX XXXX',
    pattern: /^[2-9]\d{8}$/,
  },
]

export const DEFAULT_PHONE_CODE = '+90'
const SHORTEST = 7
const otherPattern = /^\d{7,15}$/

export function findPhoneCountry(code: string): PhoneCountry | undefined {
  return phoneCountries.find((country) => country.code === code)
}

export function phoneDigits(phone: string): string {
  return phone.replaceAll(/\D/g, '')
}

export function fitsCountry(digits: string, { pattern = otherPattern }: Pick<PhoneCountry, 'pattern'>) {
  return pattern.test(digits)
}

/** Returns the message of the first violated rule, or undefined when valid. Empty is valid. */
export function checkPhone(phone: string, code: string): string | undefined {
  if (phone.trim() === '') {
    return
  }
  if (code === '') {
    return 'Please select a country code'
  }
  const country = findPhoneCountry(code)
  if (!country) {
    return 'Invalid country code selected'
  }
  const digits = phoneDigits(phone)
  if (digits.length < SHORTEST) {
    return 'Phone number is too short'
  }
  return fitsCountry(digits, country)
    ? undefined
    : `Invalid format for ${country.name}. Expected: ${country.expected}`
}

/**
 * The number without its country code in national format: `(212) 245 30 61`. A number that does not fit the format
 * stays as digits.
 */
export function formatNational(phone: string, code: string): string {
  const digits = phoneDigits(phone)
  return findPhoneCountry(code)?.display?.(digits) ?? digits
}

/** `+90 (212) 245 30 61`; empty without a number. */
export function formatPhone(phone: string, code: string): string {
  const national = formatNational(phone, code)
  return national && `${code} ${national}`
}
