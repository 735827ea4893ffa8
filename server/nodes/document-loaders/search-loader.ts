import type { Document } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { asList, type Found } from '#server/nodes/tools/search/search-json.ts'

export const query = {
  label: 'Query',
  type: 'string',
  description: 'What is searched for.',
} as const

/** What a search found, a document for each: its words, and where they stand. */
export function toDocuments(
  found: Json | undefined,
  names: { text: string; link: string; title: string },
): Document[] {
  return asList(found).flatMap((row: Found) => {
    const text = row[names.text]
    const { [names.link]: link, [names.title]: title } = row
    return typeof text === 'string' && text.trim() !== ''
      ? [
          {
            pageContent: text,
            metadata: {
              source: typeof link === 'string' ? link : '',
              title: typeof title === 'string' ? title : '',
            },
          },
        ]
      : []
  })
}
