import type { ExportData } from '#shared/export-import.ts'

/** The same text as `JSON.stringify`, item by item, so that other requests are served in between. */
export async function* writeExport(data: ExportData): AsyncGenerator<string> {
  let before = '{'
  for (const [key, value] of Object.entries(data)) {
    yield `${before}${JSON.stringify(key)}:`
    before = ','
    if (Array.isArray(value)) {
      yield* writeList(value)
    } else {
      yield JSON.stringify(value)
    }
  }
  yield '}'
}

async function* writeList(items: readonly unknown[]) {
  yield '['
  for (const [index, item] of items.entries()) {
    yield `${index > 0 ? ',' : ''}${JSON.stringify(item)}`
  }
  yield ']'
}
