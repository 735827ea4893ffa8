import { Button, IconButton } from '@mui/joy'
import { X } from 'lucide-react'
import type { z } from 'zod'
import { trpc } from '#client/api/trpc.ts'
import { Dialog } from '#client/components/dialog.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import type { Values } from '#client/components/node-form/node-values.ts'
import { formatMoment } from '#client/components/relative-time.tsx'
import { StatusDot } from '#client/components/status-dot.tsx'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { testSetSchema } from '#shared/store-calls.ts'
import type { ComponentChoice, DocumentStore } from '#shared/stores.ts'

type Props = {
  store: DocumentStore
  testSet: z.infer<typeof testSetSchema>
  /** Settings of a trial, which are tested but not stored. */
  inputs: Values | undefined
  onAsk: (question: string) => void
  onClose: () => void
}

/** Questions with the passage each of them should find. */
export function TestSetDialog({ store, testSet, inputs, onAsk, onClose }: Props) {
  const { stores, common } = useTexts()
  const texts = stores.tests
  const [language] = useLanguage()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const { questions } = testSet
  const run = trpc.stores.testSet.run.useMutation({ onSuccess: () => utils.stores.invalidate() })
  const saving = trpc.stores.testSet.save.useMutation({
    onSuccess: () => {
      run.reset()
      return utils.stores.invalidate()
    },
  })
  const result = run.data ?? testSet.result
  const error = run.error ?? saving.error
  return (
    <Dialog
      title={texts.title}
      description={
        result
          ? `${stores.detail.found(result.found, questions.length)}. ${formatMoment(result.date, language)}`
          : texts.text
      }
      size="m"
      onClose={onClose}
      footer={
        questions.length > 0 && (
          <Button
            disabled={run.isPending}
            onClick={() =>
              run.mutate({
                id: store.id,
                ...(inputs && { inputs: inputs as ComponentChoice['config'] }),
              })
            }
          >
            {run.isPending ? stores.detail.testing : inputs ? texts.runTrial : texts.run}
          </Button>
        )
      }
    >
      {error && <FormBanner>{errorText(error)}</FormBanner>}
      {questions.length === 0 ? (
        <EmptyState dashed title={texts.empty} text={texts.emptyText} />
      ) : (
        <ol className="stack gap-4 unpadded unlisted" aria-label={texts.title}>
          {questions.map(({ question, chunkId }, place) => (
            <li key={`${question} ${chunkId}`} className="row gap-8 text-13">
              <Rank rank={result?.ranks[place]} />
              <button type="button" className="text-link grows shrinks" onClick={() => onAsk(question)}>
                {question}
              </button>
              <IconButton
                size="sm"
                variant="plain"
                aria-label={`${common.delete}: ${question}`}
                disabled={saving.isPending}
                onClick={() =>
                  saving.mutate({ id: store.id, questions: questions.filter((_, index) => index !== place) })
                }
              >
                <X size={14} />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}

function Rank({ rank }: { rank: number | null | undefined }) {
  const { stores } = useTexts()
  return (
    <span className="test-rank inline-row gap-6 rigid text-12 text-secondary">
      <StatusDot state={rank === undefined ? 'off' : rank === null ? 'problem' : 'live'} size={9} />
      {rank === undefined
        ? stores.tests.notRun
        : rank === null
          ? stores.tests.notFound
          : stores.tests.rank(rank)}
    </span>
  )
}
