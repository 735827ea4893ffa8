import { useCallback } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import type { NodeSummary } from '#shared/node-summaries.ts'
import { searchTemplates } from './search-templates.ts'
import { synonymsOf } from './synonyms.ts'
import { kindOfTemplate } from './template-row.tsx'

/** Looks for kinds of node in the words of the catalogue and in those of the language shown. */
export function useSearch() {
  const { nodes, common } = useTexts()
  return useCallback(
    (templates: readonly NodeSummary[], words: string) => {
      const categories: Record<string, string> = nodes.categories
      return searchTemplates(
        templates,
        words,
        (template) =>
          `${categories[template.category] ?? ''} ${common.kinds[kindOfTemplate(template)]} ${synonymsOf(template)}`,
      )
    },
    [nodes, common],
  )
}
