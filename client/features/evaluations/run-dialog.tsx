import { Button, Checkbox, Stack, Typography } from '@mui/joy'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { MAX_VERSIONS, type Target } from '#shared/evaluations.ts'
import type { EvaluationPaths } from './evaluation-paths.ts'
import { useFigures } from './use-figures.ts'

type Props = { flowId: string; datasetId: string; paths: EvaluationPaths; onClose: () => void }
type Choice = { key: string; label: string; target: Target }

const MAX_CHEAPER = 3
const MAX_OLDER = 5

/** Chooses the versions and asks the price before anything starts. */
export function RunDialog({ flowId, datasetId, paths, onClose }: Props) {
  const { evaluations: texts, common } = useTexts()
  const { total } = useFigures()
  const navigate = useNavigate()
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const choices = useChoices(flowId)
  const [chosen, setChosen] = useState<readonly string[]>()
  const keys = chosen ?? choices.slice(0, 2).map(({ key }) => key)
  const targets = choices.flatMap(({ key, target }) => (keys.includes(key) ? [target] : []))
  const input = { flowId, datasetId, targets }
  const estimate = trpc.evaluations.estimate.useQuery(input, { enabled: targets.length > 0, retry: false })
  const { typicalMicro = null, worstMicro = null, judgeTypicalMicro = null } = estimate.data ?? {}
  const start = trpc.evaluations.start.useMutation({
    onSuccess: async ({ id }) => {
      await utils.evaluations.of.invalidate()
      void navigate(paths.run(flowId, id))
    },
    onError: (error) => toasts.error(errorText(error)),
  })
  const toggle = (key: string, isChosen: boolean) =>
    setChosen(isChosen ? [...keys, key] : keys.filter((each) => each !== key))
  return (
    <Dialog
      title={texts.runTitle}
      description={texts.versionsHelp}
      onClose={onClose}
      footer={
        <>
          <Button variant="outlined" color="neutral" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button
            loading={start.isPending}
            disabled={!estimate.data || targets.length === 0}
            onClick={() => start.mutate(input)}
          >
            {typicalMicro === null ? texts.startPlain : texts.start(total(typicalMicro))}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 3 }} role="group" aria-label={texts.versions}>
        {choices.map(({ key, label }) => (
          <Checkbox
            key={key}
            label={label}
            checked={keys.includes(key)}
            disabled={!keys.includes(key) && keys.length >= MAX_VERSIONS}
            onChange={({ target }) => toggle(key, target.checked)}
          />
        ))}
        <Typography level="body-sm" role="status">
          {estimate.error
            ? errorText(estimate.error)
            : estimate.data &&
              (typicalMicro === null || worstMicro === null
                ? texts.priceUnknown
                : `${texts.priceLine(total(typicalMicro), total(worstMicro))} ${judgeTypicalMicro ? texts.judgePart(total(judgeTypicalMicro)) : ''}`)}{' '}
          {texts.sandboxed}
        </Typography>
      </Stack>
    </Dialog>
  )
}

/** The published version and the draft first, then cheaper models, then older versions. */
function useChoices(flowId: string): Choice[] {
  const { evaluations: texts } = useTexts()
  const head = trpc.flows.head.useQuery({ id: flowId })
  const cheaper = trpc.evaluations.cheaperModels.useQuery({ flowId }, { retry: false })
  const versions = trpc.flows.versions.list.useQuery({ id: flowId })
  if (!head.data) {
    return []
  }
  const older = (versions.data ?? []).filter(({ isLive, number }) => !isLive && number > 0)
  return [
    ...(head.data.published
      ? [{ key: 'published', label: texts.published, target: { kind: 'published' as const } }]
      : []),
    { key: 'draft', label: texts.draft, target: { kind: 'draft' } },
    ...(cheaper.data ?? []).slice(0, MAX_CHEAPER).map(({ nodeId, model }) => ({
      ...{ key: `${nodeId} ${model}`, label: texts.cheaper(model) },
      target: { kind: 'draft' as const, model: { nodeId, model } },
    })),
    ...older.slice(0, MAX_OLDER).map(({ id, number }) => ({
      ...{ key: id, label: texts.older(number), target: { kind: 'version' as const, versionId: id } },
    })),
  ]
}
