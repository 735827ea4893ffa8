import {
  add,
  constants,
  divide,
  factorial,
  format,
  functions,
  integer,
  multiply,
  negate,
  parseNumber,
  raise,
  reject,
  remainder,
  type Value,
} from './exact-numbers.ts'

const MAX_LENGTH = 1_000

const tokenPattern =
  /\s*(?:(\d[\d_]*\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|([a-zπ]\w*)|(\*\*|[-+*/%^(),!×÷−]))/iy

/**
 * Evaluates an expression: `+ - * / % ^ !`, brackets, percentages like `20% of 50`, functions and constants. Sums,
 * products and powers of decimals are exact. Throws INVALID_INPUT naming the error. Never evaluates code.
 */
export function calculate(expression: string): string {
  const text = expression.trim().replace(/=\s*$/, '')
  if (text.length > MAX_LENGTH) {
    reject(`it is longer than ${MAX_LENGTH} characters`)
  }
  return format(new Parser(tokenize(text)).read())
}

type Token = { number: string } | { word: string } | { sign: string }

const signs: Record<string, string> = { '**': '^', '×': '*', '÷': '/', '−': '-' }

function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  tokenPattern.lastIndex = 0
  while (tokenPattern.lastIndex < text.trimEnd().length) {
    const at = tokenPattern.lastIndex
    const [, number, word, sign] =
      tokenPattern.exec(text) ?? reject(`${text.slice(at, at + 20)} is not arithmetic`)
    tokens.push(
      number ? { number } : word ? { word: word.toLowerCase() } : { sign: signs[sign ?? ''] ?? sign ?? '' },
    )
  }
  return tokens
}

const DEEPEST = 100

class Parser {
  private at = 0
  private depth = 0
  private readonly tokens: Token[]

  constructor(tokens: Token[]) {
    this.tokens = tokens
  }

  read(): Value {
    const value = this.sum()
    return this.at === this.tokens.length ? value : reject('something stands after its end')
  }

  private sum(): Value {
    let value = this.product()
    for (let sign = this.take('+', '-'); sign; sign = this.take('+', '-')) {
      value = sign === '+' ? add(value, this.product()) : add(value, negate(this.product()))
    }
    return value
  }

  private product(): Value {
    let value = this.signed()
    for (let sign = this.take('*', '/', '%'); sign; sign = this.take('*', '/', '%')) {
      value = this.combine(sign, value)
    }
    return value
  }

  private combine(sign: string, value: Value): Value {
    if (sign === '%' && !this.startsValue()) {
      const share = divide(value, integer(100n))
      return this.takeWord('of') ? multiply(share, this.signed()) : share
    }
    const other = this.signed()
    return sign === '*'
      ? multiply(value, other)
      : sign === '/'
        ? divide(value, other)
        : remainder(value, other)
  }

  private signed(): Value {
    if (this.take('-')) {
      return negate(this.deeper(() => this.signed()))
    }
    this.take('+')
    return this.power()
  }

  private power(): Value {
    const base = this.factorial()
    return this.take('^')
      ? raise(
          base,
          this.deeper(() => this.signed()),
        )
      : base
  }

  private factorial(): Value {
    let value = this.atom()
    while (this.take('!')) {
      value = factorial(value)
    }
    return value
  }

  private atom(): Value {
    const token = this.tokens[this.at]
    if (token && 'number' in token) {
      this.at += 1
      return parseNumber(token.number)
    }
    if (token && 'word' in token) {
      this.at += 1
      return this.named(token.word)
    }
    if (!this.take('(')) {
      return reject('a number is missing')
    }
    return this.deeper(() => this.closed(this.sum()))
  }

  private named(word: string): Value {
    const constant = Object.hasOwn(constants, word) ? constants[word] : undefined
    if (constant !== undefined) {
      return constant
    }
    const work = Object.hasOwn(functions, word) ? functions[word] : undefined
    if (!work) {
      return reject(`${word} is not known`)
    }
    if (!this.take('(')) {
      return reject(`${word} needs brackets`)
    }
    return this.deeper(() => {
      const args = [this.sum()]
      while (this.take(',')) {
        args.push(this.sum())
      }
      return this.closed(work(args))
    })
  }

  private closed(value: Value): Value {
    return this.take(')') ? value : reject('a bracket is not closed')
  }

  private deeper(work: () => Value): Value {
    this.depth += 1
    const value = this.depth > DEEPEST ? reject('its brackets are too deep') : work()
    this.depth -= 1
    return value
  }

  private take(...target: string[]): string | undefined {
    const token = this.tokens[this.at]
    const sign = token && 'sign' in token && target.includes(token.sign) ? token.sign : undefined
    this.at += sign ? 1 : 0
    return sign
  }

  private takeWord(word: string): boolean {
    const token = this.tokens[this.at]
    const isThere = token !== undefined && 'word' in token && token.word === word
    this.at += isThere ? 1 : 0
    return isThere
  }

  private startsValue(): boolean {
    const token = this.tokens[this.at]
    return (
      token !== undefined &&
      ('number' in token || ('word' in token ? token.word !== 'of' : token.sign === '('))
    )
  }
}
