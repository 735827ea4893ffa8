import { Button, IconButton, Skeleton, Switch } from '@mui/joy'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { DatasetWithRows } from '#shared/datasets.ts'
import type { Evaluator } from '#shared/evaluators.ts'
import { EvaluatorDialog } from './evaluator-dialog.tsx'

/** All evaluators of the user, and which of them score this data set. */
export function EvaluatorsTab({ set }: { set: DatasetWithRows }) {
  const { evaluations: texts } = useTexts()
  const evaluators = trpc.evaluators.all.useQuery()
  const [edited, setEdited] = useState<Evaluator | 'new'>()
  const utils = trpc.useUtils()
  const toasts = useToasts()
  const errorText = useErrorText()
  const onError = (error: unknown) => toasts.error(errorText(error))
  const onSuccess = () => utils.datasets.get.invalidate({ id: set.id })
  const update = trpc.datasets.update.useMutation({ onSuccess, onError })
  const remove = trpc.evaluators.remove.useMutation({
    onSuccess: () => utils.evaluators.all.invalidate(),
    onError,
  })
  const use = (id: string, isUsed: boolean) => {
    const others = set.evaluatorIds.filter((each) => each !== id)
    update.mutate({ id: set.id, evaluatorIds: isUsed ? [...others, id] : others })
  }
  const create = (
    <Button startDecorator={<Plus size={16} />} onClick={() => setEdited('new')}>
      {texts.newEvaluator}
    </Button>
  )
  return (
    <AsyncView query={evaluators} skeleton={<Skeleton variant="rectangular" height={120} />}>
      {(found) => (
        <>
          {found.length === 0 ? (
            <EmptyState title={texts.noEvaluators} text={texts.noEvaluatorsText} action={create} />
          ) : (
            <>
              <div className="evaluation-bar">{create}</div>
              <ul className="evaluation-sets unlisted" aria-label={texts.evaluators}>
                {found.map((evaluator) => (
                  <li key={evaluator.id}>
                    <Switch
                      checked={set.evaluatorIds.includes(evaluator.id)}
                      slotProps={{ input: { 'aria-label': texts.uses(evaluator.name) } }}
                      onChange={({ target }) => use(evaluator.id, target.checked)}
                    />
                    <button type="button" className="evaluation-open" onClick={() => setEdited(evaluator)}>
                      {evaluator.name}
                    </button>
                    <span className="evaluation-tag">{texts.kinds[evaluator.config.kind]}</span>
                    <IconButton
                      size="sm"
                      variant="plain"
                      aria-label={texts.deleteEvaluator(evaluator.name)}
                      onClick={() => remove.mutate({ id: evaluator.id })}
                    >
                      <Trash2 size={16} />
                    </IconButton>
                  </li>
                ))}
              </ul>
            </>
          )}
          {edited && (
            <EvaluatorDialog
              {...(edited !== 'new' && { evaluator: edited })}
              onCreated={(id) => use(id, true)}
              onClose={() => setEdited(undefined)}
            />
          )}
        </>
      )}
    </AsyncView>
  )
}
