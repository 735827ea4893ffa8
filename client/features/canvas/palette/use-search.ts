import { useCallback } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { englishOf } from '#client/texts/translate-nodes.ts'
import type { NodeSummary } from '#shared/node-summaries.ts'
import { searchTemplates } from './search-templates.ts'
import { synonymsOf } from './synonyms.ts'
import { kindOfTemplate } from './template-row.tsx'

function englishWords(template: NodeSummary): string {
  const english = englishOf(template)
  return english === template ? '' : `${english.label} ${english.description}`
}

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
          `${categories[template.category] ?? ''} ${common.kinds[kindOfTemplate(template)]} ${synonymsOf(template)} ${englishWords(template)}`,
      )
    },
    [nodes, common],
  )
}
