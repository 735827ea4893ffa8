import { trpc } from '#client/api/trpc.ts'
import { FlowFingerprint } from '#client/components/fingerprint.tsx'
import { formatMoney } from '#client/components/format-money.ts'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useGoTo } from '#client/components/way-out.ts'
import type { Command } from '#client/features/palette/command.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { paths } from '../paths.ts'

const THUMB = { width: 48, height: 32 }

export function useFlowCommands() {
  const { palette } = useTexts()
  const [language] = useLanguage()
  const goTo = useGoTo()
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const summaries = trpc.flows.summaries.useQuery({ type: 'CHATFLOW' })
  const create = trpc.flows.create.useMutation({
    onSuccess: ({ id }) => {
      void utils.flows.summaries.invalidate()
      goTo(paths.canvas(id))
    },
    onError: (error) => toasts.error(errorText(error)),
  })

  const flows = (summaries.data ?? [])
    .toSorted((a, b) => String(b.updatedDate).localeCompare(String(a.updatedDate)))
    .map(
      ({ id, name, thumbnail, category, nodeCount, cost, updatedDate }): Command => ({
        id: `flow.${id}`,
        group: 'flows',
        name,
        tags: category ?? '',
        note: `${palette.nodes(nodeCount)}, ${palette.cost(formatMoney(cost, language))}`,
        aside: <RelativeTime iso={updatedDate} />,
        mark: thumbnail.boxes.length > 0 && <FlowFingerprint thumbnail={thumbnail} {...THUMB} />,
        run: () => goTo(paths.canvas(id)),
      }),
    )
  return { flows, createNamed: (name: string) => create.mutate({ name, type: 'CHATFLOW' }) }
}
