import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { refine, schemaMakers } from './zod-calls.ts'

const maxLength = 20_000
const deepest = 40

export type ZodArgument =
  | z.ZodType
  | string
  | number
  | boolean
  | null
  | ZodArgument[]
  | { [key: string]: ZodArgument }

/**
 * Reads a Zod schema such as `z.object({ name: z.string().max(80) })` with its own small grammar. The text is
 * never executed; unknown calls are rejected. Throws INVALID_FLOW with the position.
 */
export function readZod(text: string, label: string): z.ZodType {
  const reject = (problem: string): never => {
    throw new AppError('INVALID_FLOW', `${label}: ${problem}.`)
  }
  if (text.length > maxLength) {
    return reject(`the schema is longer than ${maxLength} characters`)
  }
  const reader = new Reader(text.trim().replace(/;$/, ''), reject)
  const value = reader.value(0)
  reader.end()
  return value instanceof z.ZodType ? value : reject('the schema must begin with z.')
}

const space = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y
const word = /[A-Za-z_$][\w$]*/y
const number = /-?\d+(?:\.\d+)?/y
const quoted = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\$]|\\.)*)`/y

class Reader {
  private at = 0
  private readonly text: string
  private readonly reject: (problem: string) => never

  constructor(text: string, reject: (problem: string) => never) {
    this.text = text
    this.reject = reject
  }

  value(depth: number): ZodArgument {
    if (depth > deepest) {
      return this.reject('the schema is nested too deeply')
    }
    this.skip()
    switch (this.text[this.at]) {
      case '{':
        return this.object(depth)
      case '[':
        return this.list('[', ']', depth)
      case '"':
      case "'":
      case '`':
        return this.string()
      default:
        return this.named(depth)
    }
  }

  end() {
    this.skip()
    if (this.at < this.text.length) {
      this.unexpected()
    }
  }

  private named(depth: number): ZodArgument {
    const digits = this.match(number)
    if (digits !== undefined) {
      return Number(digits)
    }
    const name = this.match(word)
    if (name === 'true' || name === 'false') {
      return name === 'true'
    }
    if (name === 'null') {
      return null
    }
    return name === 'z' ? this.schema(depth) : this.unexpected()
  }

  private schema(depth: number): z.ZodType {
    this.expect('.')
    const first = this.call(depth)
    const make = Object.hasOwn(schemaMakers, first.name) ? schemaMakers[first.name] : undefined
    let schema = make?.(first.args) ?? this.reject(`z.${first.name} is not known here, or not with this`)
    while (this.take('.')) {
      const next = this.call(depth)
      schema =
        refine(schema, next.name, next.args) ??
        this.reject(`.${next.name} is not known here, or not with this`)
    }
    return schema
  }

  private call(depth: number) {
    this.skip()
    const name = this.match(word) ?? this.unexpected()
    return { name, args: this.list('(', ')', depth) }
  }

  private list(open: string, close: string, depth: number): ZodArgument[] {
    const items: ZodArgument[] = []
    this.expect(open)
    while (!this.take(close)) {
      items.push(this.value(depth + 1))
      if (!this.take(',')) {
        this.expect(close)
        break
      }
    }
    return items
  }

  private object(depth: number): { [key: string]: ZodArgument } {
    const entries: [string, ZodArgument][] = []
    this.expect('{')
    while (!this.take('}')) {
      this.skip()
      const key = this.match(word) ?? this.string()
      this.expect(':')
      entries.push([key, this.value(depth + 1)])
      if (!this.take(',')) {
        this.expect('}')
        break
      }
    }
    return Object.fromEntries(entries)
  }

  private string(): string {
    quoted.lastIndex = this.at
    const found = quoted.exec(this.text)
    if (!found) {
      return this.unexpected()
    }
    this.at = quoted.lastIndex
    return (found[1] ?? found[2] ?? found[3] ?? '').replace(/\\(.)/g, (_, escaped: string) =>
      escaped === 'n' ? '\n' : escaped === 't' ? '\t' : escaped,
    )
  }

  private take(sign: string): boolean {
    this.skip()
    if (this.text[this.at] !== sign) {
      return false
    }
    this.at += 1
    return true
  }

  private expect(sign: string) {
    if (!this.take(sign)) {
      this.unexpected()
    }
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    this.at += found?.length ?? 0
    return found
  }

  private skip() {
    this.match(space)
  }

  private unexpected(): never {
    const line = this.text.slice(0, this.at).split('\n').length
    const rest = this.text.slice(this.at, this.at + 12).replace(/\s+/g, ' ')
    return this.reject(`the schema cannot be read in line ${line}, at "${rest}"`)
  }
}
