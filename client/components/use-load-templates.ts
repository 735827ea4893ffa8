import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useNodeTexts } from '#client/texts/texts.tsx'
import { translateTemplate } from '#client/texts/translate-nodes.ts'
import { maxTemplates } from '#shared/node-summaries.ts'
import type { NodeTemplate } from '#shared/nodes.ts'

const staleTime = Number.POSITIVE_INFINITY

export function useLoadTemplates() {
  const utils = trpc.useUtils()
  return useCallback(
    async (names: Iterable<string>): Promise<NodeTemplate[]> => {
      const sorted = [...new Set(names)].toSorted()
      const pages = Array.from({ length: Math.ceil(sorted.length / maxTemplates) }, (_, page) =>
        sorted.slice(page * maxTemplates, (page + 1) * maxTemplates),
      )
      const loaded = await Promise.all(
        pages.map((page) => utils.nodes.templates.fetch({ names: page }, { staleTime })),
      )
      return loaded.flat()
    },
    [utils],
  )
}

export function useTemplatesOf(names: readonly string[]) {
  const load = useLoadTemplates()
  return useQuery({
    queryKey: ['templates of', names],
    queryFn: () => load(names),
    staleTime,
    ...(names.length === 0 && { initialData: [] }),
  })
}

export function useTemplate(name: string, enabled = true): NodeTemplate | undefined {
  const { data } = trpc.nodes.templates.useQuery({ names: [name] }, { staleTime, enabled })
  useNodeTexts()
  return data?.[0] && translateTemplate(data[0])
}
