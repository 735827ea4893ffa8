import type { z } from 'zod'
import type { testToolInput } from '#shared/tools.ts'
import type { SchemaRow } from './schema-rows.ts'

export type Args = NonNullable<z.input<typeof testToolInput>['args']>
export type Read = { args: Args; issues: Map<string, 'badNumber' | 'badJson'> }

/** Converts the test inputs to the types of their rows. Empty fields are omitted. */
export function readArgs(rows: readonly SchemaRow[], values: ReadonlyMap<string, string>): Read {
  const read: Read = { args: {}, issues: new Map() }
  for (const { key, property, type } of rows) {
    const text = values.get(key) ?? ''
    if (property === '' || text === '') {
      continue
    }
    try {
      read.args[property] = valueFrom(type, text)
    } catch {
      read.issues.set(key, type === 'number' ? 'badNumber' : 'badJson')
    }
  }
  return read
}

function valueFrom(type: string, text: string): Args[string] {
  switch (type) {
    case 'string':
    case 'date':
      return text
    case 'number': {
      const number = Number(text.replace(',', '.'))
      if (!Number.isFinite(number)) {
        throw new SyntaxError('no number')
      }
      return number
    }
    default:
      return JSON.parse(text)
  }
}
