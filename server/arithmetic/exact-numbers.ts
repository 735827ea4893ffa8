import { AppError } from '#shared/errors.ts'

/** An exact fraction of two integers. */
type Exact = { over: bigint; under: bigint }
/** Values without an exact form, such as most roots, continue as floats. */
export type Value = Exact | number

const MAX_EXPONENT = 10_000n
const MAX_BITS = 200_000
/** More digits do not make a result more readable. */
const DIGITS = 20

export const constants: Record<string, Value> = { pi: Math.PI, π: Math.PI, e: Math.E, tau: 2 * Math.PI }

type Work = (args: Value[]) => Value
const float =
  (work: (...args: number[]) => number): Work =>
  (args) =>
    finite(work(...args.map(toNumber)))

export const functions: Record<string, Work> = {
  sqrt: ([value = 0]) => exactRoot(value) ?? finite(Math.sqrt(toNumber(value))),
  cbrt: float(Math.cbrt),
  abs: ([value = 0]) => (isNegative(value) ? negate(value) : value),
  floor: ([value = 0]) => floor(value),
  ceil: ([value = 0]) => negate(floor(negate(value))),
  trunc: ([value = 0]) => (isNegative(value) ? negate(floor(negate(value))) : floor(value)),
  round: ([value = 0, places = integer(0n)]) => roundTo(value, places),
  min: (args) => args.reduce((a, b) => (compare(a, b) <= 0 ? a : b)),
  max: (args) => args.reduce((a, b) => (compare(a, b) >= 0 ? a : b)),
  sum: (args) => args.reduce(add),
  pow: ([base = 0, exponent = 1]) => raise(base, exponent),
  mod: ([a = 0, b = 1]) => remainder(a, b),
  exp: float(Math.exp),
  ln: float(Math.log),
  log: ([value = 0, base]) =>
    finite(
      base === undefined ? Math.log10(toNumber(value)) : Math.log(toNumber(value)) / Math.log(toNumber(base)),
    ),
  log2: float(Math.log2),
  log10: float(Math.log10),
  sin: float(Math.sin),
  cos: float(Math.cos),
  tan: float(Math.tan),
  asin: float(Math.asin),
  acos: float(Math.acos),
  atan: float(Math.atan),
}

export function integer(over: bigint): Exact {
  return { over, under: 1n }
}

export function parseNumber(text: string): Value {
  const [digits = '', exponent = '0'] = text.replaceAll('_', '').toLowerCase().split('e')
  const [before = '', after = ''] = digits.split('.')
  const shift = BigInt(exponent) - BigInt(after.length)
  if (shift > MAX_EXPONENT || shift < -MAX_EXPONENT) {
    reject(`${text} is out of reach`)
  }
  const over = BigInt(before + after || '0')
  return shift >= 0n ? integer(over * 10n ** shift) : reduce({ over, under: 10n ** -shift })
}

function reduce({ over, under }: Exact): Exact {
  if (under === 0n) {
    reject('it divides by zero')
  }
  const divisor = greatest(over < 0n ? -over : over, under < 0n ? -under : under) * (under < 0n ? -1n : 1n)
  const result = { over: over / divisor, under: under / divisor }
  return bits(result.over) + bits(result.under) > MAX_BITS ? reject('its numbers grow too long') : result
}

function greatest(a: bigint, b: bigint): bigint {
  while (b !== 0n) {
    ;[a, b] = [b, a % b]
  }
  return a === 0n ? 1n : a
}

const bits = (value: bigint) => value.toString(16).length * 4

export function add(a: Value, b: Value): Value {
  return isExact(a) && isExact(b)
    ? reduce({ over: a.over * b.under + b.over * a.under, under: a.under * b.under })
    : finite(toNumber(a) + toNumber(b))
}

export function negate(value: Value): Value {
  return isExact(value) ? { ...value, over: -value.over } : -value
}

export function multiply(a: Value, b: Value): Value {
  return isExact(a) && isExact(b)
    ? reduce({ over: a.over * b.over, under: a.under * b.under })
    : finite(toNumber(a) * toNumber(b))
}

export function divide(a: Value, b: Value): Value {
  return isExact(a) && isExact(b)
    ? reduce({ over: a.over * b.under, under: a.under * b.over })
    : finite(toNumber(a) / toNumber(b))
}

export function remainder(a: Value, b: Value): Value {
  if (!isExact(a) || !isExact(b)) {
    return finite(toNumber(a) % toNumber(b))
  }
  const left = a.over * b.under
  const right = b.over * a.under
  return right === 0n
    ? reject('it divides by zero')
    : reduce({ over: left % right, under: a.under * b.under })
}

export function raise(base: Value, exponent: Value): Value {
  if (!isExact(base) || !isExact(exponent) || exponent.under !== 1n) {
    const root =
      isExact(exponent) && exponent.over === 1n && exponent.under === 2n ? exactRoot(base) : undefined
    return root ?? finite(toNumber(base) ** toNumber(exponent))
  }
  const { over: times } = exponent
  const size = times < 0n ? -times : times
  if (size > MAX_EXPONENT || Number(size) * Math.max(bits(base.over), bits(base.under)) > MAX_BITS) {
    return reject('its powers grow too long')
  }
  const raised = { over: base.over ** size, under: base.under ** size }
  return times < 0n ? reduce({ over: raised.under, under: raised.over }) : raised
}

export function factorial(value: Value): Value {
  if (!isExact(value) || value.under !== 1n || value.over < 0n || value.over > 2_000n) {
    return reject('a factorial is of a whole number up to 2000')
  }
  let product = 1n
  for (let factor = 2n; factor <= value.over; factor += 1n) {
    product *= factor
  }
  return integer(product)
}

function exactRoot(value: Value): Value | undefined {
  if (!isExact(value) || value.over < 0n) {
    return undefined
  }
  const over = integerRoot(value.over)
  const under = integerRoot(value.under)
  return over === undefined || under === undefined ? undefined : { over, under }
}

function integerRoot(square: bigint): bigint | undefined {
  if (square < 2n) {
    return square
  }
  let root = 1n << BigInt(Math.ceil(square.toString(2).length / 2))
  for (let next = (root + square / root) / 2n; next < root; next = (root + square / root) / 2n) {
    root = next
  }
  return root * root === square ? root : undefined
}

function floor(value: Value): Value {
  if (!isExact(value)) {
    return Math.floor(value)
  }
  const quotient = value.over / value.under
  return integer(value.over < 0n && quotient * value.under !== value.over ? quotient - 1n : quotient)
}

/** Rounds half away from zero. */
function roundTo(value: Value, places: Value): Value {
  const scale = raise(integer(10n), places)
  const scaled = multiply(isNegative(value) ? negate(value) : value, scale)
  const rounded = divide(floor(add(scaled, { over: 1n, under: 2n })), scale)
  return isNegative(value) ? negate(rounded) : rounded
}

function compare(a: Value, b: Value): number {
  return isNegative(add(a, negate(b))) ? -1 : 1
}

function isNegative(value: Value) {
  return isExact(value) ? value.over < 0n : value < 0
}

function isExact(value: Value): value is Exact {
  return typeof value === 'object'
}

function toNumber(value: Value): number {
  return isExact(value) ? Number(toDecimal(value)) : value
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : reject('it has no finite result')
}

export function format(value: Value): string {
  return isExact(value) ? toDecimal(value) : String(Number(value.toPrecision(15)))
}

/** All digits of a terminating decimal, the first twenty of any other. */
function toDecimal({ over, under }: Exact): string {
  const sign = over < 0n ? '-' : ''
  const size = over < 0n ? -over : over
  const before = size / under
  let rest = size % under
  let after = ''
  for (let digit = 0; rest !== 0n && digit < DIGITS * 2; digit += 1) {
    rest *= 10n
    after += String(rest / under)
    rest %= under
  }
  const cut = rest === 0n ? after : after.slice(0, DIGITS)
  return `${sign}${before}${cut && `.${cut}`}`
}

export function reject(why: string): never {
  throw new AppError('INVALID_INPUT', `This cannot be computed: ${why}.`)
}
