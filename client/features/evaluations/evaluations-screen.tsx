import { Button, FormControl, FormLabel, Input, Skeleton, Stack } from '@mui/joy'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { PageHeader } from '#client/components/page-header.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import './evaluations.css'
import type { EvaluationPaths } from './evaluation-paths.ts'
import { listOf } from './list-of.ts'
import { useFlowCrumbs } from './use-flow-crumbs.ts'

/** The data sets of a flow. */
export function EvaluationsScreen({ flowId, paths }: { flowId: string; paths: EvaluationPaths }) {
  const { evaluations: texts } = useTexts()
  const flow = trpc.flows.head.useQuery({ id: flowId })
  const sets = trpc.datasets.ofFlow.useQuery({ flowId })
  const [isCreating, setCreating] = useState(false)
  const create = (
    <Button startDecorator={<Plus size={16} />} onClick={() => setCreating(true)}>
      {texts.newSet}
    </Button>
  )
  useFlowCrumbs(flowId, flow.data?.name, paths)
  return (
    <>
      <PageHeader title={texts.title} text={texts.text(flow.data?.name ?? '…')} action={create} />
      <AsyncView
        query={sets}
        errorTitle={texts.loadFailed}
        skeleton={<Skeleton variant="rectangular" height={96} />}
      >
        {(found) =>
          listOf(found).length === 0 ? (
            <EmptyState title={texts.none} text={texts.noneText} action={create} />
          ) : (
            <ul className="evaluation-sets unlisted" aria-label={texts.sets}>
              {listOf(found).map(({ id, name, rowCount }) => (
                <li key={id}>
                  <Link to={paths.set(flowId, id)}>{name}</Link>
                  <span className="text-13 text-tertiary">{texts.rowCount(rowCount)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </AsyncView>
      {isCreating && <NewSetDialog flowId={flowId} paths={paths} onClose={() => setCreating(false)} />}
    </>
  )
}

type NewSetProps = { flowId: string; paths: EvaluationPaths; onClose: () => void }

function NewSetDialog({ flowId, paths, onClose }: NewSetProps) {
  const { evaluations: texts, common } = useTexts()
  const [name, setName] = useState('')
  const navigate = useNavigate()
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const create = trpc.datasets.create.useMutation({
    onSuccess: async ({ id }) => {
      await utils.datasets.ofFlow.invalidate()
      void navigate(paths.set(flowId, id))
    },
    onError: (error) => toasts.error(errorText(error)),
  })
  return (
    <Dialog
      title={texts.newSet}
      onClose={onClose}
      form={{
        onSubmit: (event) => {
          event.preventDefault()
          create.mutate({ name, flowId })
        },
      }}
      footer={
        <>
          <Button variant="outlined" color="neutral" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
            {texts.create}
          </Button>
        </>
      }
    >
      <Stack>
        <FormControl>
          <FormLabel>{texts.name}</FormLabel>
          <Input value={name} autoFocus onChange={({ target }) => setName(target.value)} />
        </FormControl>
      </Stack>
    </Dialog>
  )
}
