import { useCallback } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useNodeTexts } from '#client/texts/texts.tsx'
import { translateSummary } from '#client/texts/translate-nodes.ts'
import { type PackedSummaries, unpackSummaries } from '#shared/node-summaries.ts'

/** Node kinds of this server. They do not change while it runs. */
export function useNodeSummaries() {
  const language = useNodeTexts()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another selection
  const select = useCallback(
    (packed: PackedSummaries) => unpackSummaries(packed).map(translateSummary),
    [language],
  )
  return trpc.nodes.summaries.useQuery(undefined, {
    staleTime: Number.POSITIVE_INFINITY,
    select,
  })
}
