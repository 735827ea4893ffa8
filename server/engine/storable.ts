import type { Document } from './handles.ts'

/** The document without zero characters, which PostgreSQL and most vector stores reject. */
export function storable({ pageContent, metadata }: Document): Document {
  const text = JSON.stringify([pageContent, metadata])
  if (!text.includes('\\u0000')) {
    return { pageContent, metadata }
  }
  const [content, about] = JSON.parse(text, (_, value) => withoutZeros(value))
  return { pageContent: content, metadata: about }
}

function withoutZeros(value: unknown) {
  return typeof value === 'string' ? value.replaceAll('\0', '') : value
}
