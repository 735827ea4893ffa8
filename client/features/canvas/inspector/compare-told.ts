import type { Told } from './tell-node.ts'

/** One place of a value that differs: what stood there, as text; '' where there was nothing. */
export type FieldChange = { path: string; before: string; after: string }
export type Comparison = { key: string; title: string; fields: FieldChange[] }

/** What went into a node and came out of it otherwise than before: per value, the places that differ. */
export function compareTold(before: Told, after: Told): Comparison[] {
  const past = byTitle(before)
  const now = byTitle(after)
  return [...new Set([...now.keys(), ...past.keys()])].flatMap((key) => {
    const [was, is] = [past.get(key), now.get(key)]
    const fields = compareValues(was?.value, is?.value)
    return fields.length > 0 ? [{ key, title: (is ?? was)?.title ?? key, fields }] : []
  })
}

/** The second value of a title is compared with the second of that title. */
function byTitle({ parts }: Told) {
  const counts = new Map<string, number>()
  return new Map(
    parts.map((part) => {
      const count = (counts.get(part.title) ?? 0) + 1
      counts.set(part.title, count)
      return [`${part.title} ${count}`, part] as const
    }),
  )
}

function compareValues(before: unknown, after: unknown): FieldChange[] {
  const was = new Map(leavesOf(before))
  const is = new Map(leavesOf(after))
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((path) => ({ path, before: was.get(path) ?? '', after: is.get(path) ?? '' }))
    .filter((field) => field.before !== field.after)
}

/** Every text, number and switch in a value, by the way to it; people count from one. */
function leavesOf(value: unknown, path: readonly string[] = []): [string, string][] {
  if (value === undefined || value === null) {
    return []
  }
  if (typeof value !== 'object') {
    return [[path.join(' › '), String(value)]]
  }
  return Object.entries(value).flatMap(([name, each]) =>
    leavesOf(each, [...path, Array.isArray(value) ? String(Number(name) + 1) : name]),
  )
}
