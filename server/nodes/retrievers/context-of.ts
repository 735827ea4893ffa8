import type { Document } from '#server/engine/handles.ts'

/** Numbers the passages for citations: `[1]` is the first source. */
export function contextOf(documents: readonly Document[]): string {
  return documents.map(({ pageContent }, place) => `[${place + 1}] ${pageContent}`).join('\n\n')
}

/** Substitutes `{name}`. Other braces stay, because they may be data. */
export function formatTemplate(template: string, values: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (match, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : match,
  )
}
