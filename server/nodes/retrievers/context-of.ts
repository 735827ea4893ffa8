import type { Document } from '#server/engine/handles.ts'

/** Documents as a model reads them, numbered as an answer may name them: `[1]` is the first of its sources. */
export function contextOf(documents: readonly Document[]): string {
  return documents.map(({ pageContent }, place) => `[${place + 1}] ${pageContent}`).join('\n\n')
}

/** `{name}` replaced where it stands; other braces are left alone, as they may be data. */
export function fillIn(template: string, values: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : whole,
  )
}
