import { parseStored, toRecord } from '#shared/json.ts'
import type { GraphNode } from './flow-graph.ts'
import type { Shape } from './shape.ts'

/** `value` undefined: the text uses the name, but it has no value yet. `extra`: no text uses the name. */
export type PromptValue = { name: string; value: string | undefined; extra: boolean }

/** Names in single braces of a prompt. Braces with a colon are JSON, double ones are variables or escapes. */
export function placeholdersIn(text: string): string[] {
  const single = text.replaceAll(/\{\{[^{}]*\}\}/g, '')
  const names = [...single.matchAll(/\{\s*([\p{L}_$][\p{L}\p{N}_$. -]*?)\s*\}/gu)].map(
    ([, name = '']) => name,
  )
  return [...new Set(names)]
}

/** Texts of a node that may contain placeholders: all of its own, except code. */
export function templatesOf({ data }: GraphNode, { params }: Shape): string[] {
  return params
    .filter(({ type }) => type === 'string')
    .map(({ name }) => data.inputs[name])
    .filter((value) => typeof value === 'string')
}

/** Variables used in the texts, in order, with their values; then unused values. */
export function pairValues(texts: readonly string[], stored: unknown): PromptValue[] {
  const values = readValues(stored)
  const named = [...new Set(texts.flatMap(placeholdersIn))]
  const extra = Object.keys(values).filter((name) => !named.includes(name))
  return [
    ...named.map((name) => ({ name, value: own(values, name), extra: false })),
    ...extra.map((name) => ({ name, value: own(values, name), extra: true })),
  ]
}

/** Stored values by name; anything but text as JSON. */
export function readValues(stored: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(toRecord(parseStored(stored))).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
}

/** Values in their stored form. Unchanged values that are not strings keep their type. */
export function writeValues(rows: readonly PromptValue[], before: unknown): string {
  const old = toRecord(parseStored(before))
  const same = (name: string, value: string) => {
    const retained = old[name]
    return typeof retained !== 'string' && JSON.stringify(retained) === value ? retained : value
  }
  const nonEmpty = rows.filter(({ value }) => value !== undefined && value !== '')
  return nonEmpty.length === 0
    ? ''
    : JSON.stringify(
        Object.fromEntries(nonEmpty.map(({ name, value = '' }) => [name, same(name, value)])),
        undefined,
        2,
      )
}

function own(values: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}
