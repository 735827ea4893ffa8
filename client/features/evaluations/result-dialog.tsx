import { Button, IconButton, Stack } from '@mui/joy'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { Dialog } from '#client/components/dialog.tsx'
import { isShortcut } from '#client/components/keyboard.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { Evaluation } from '#shared/evaluations.ts'
import { DisagreeDialog } from './disagree-dialog.tsx'
import { type EvaluationPaths, useCanvasPath } from './evaluation-paths.ts'
import type { RankedRow } from './rank-rows.ts'
import { ResultCard } from './result-card.tsx'

type Props = {
  run: Evaluation
  rows: readonly RankedRow[]
  place: number
  paths: EvaluationPaths
  onMove: (row: number) => void
  onClose: () => void
}

/** One row: what each version did, what it answered, and how that was scored. */
export function ResultDialog({ run, rows, place, paths, onMove, onClose }: Props) {
  const { evaluations: texts } = useTexts()
  const navigate = useNavigate()
  const canvas = useCanvasPath(run.flowId, paths)
  const confirm = useConfirm()
  const toasts = useToasts()
  const errorText = useErrorText()
  const utils = trpc.useUtils()
  const [isDisagreeing, setDisagreeing] = useState(false)
  const row = rows[place]
  const trace = row?.results.findLast((result) => result?.isDone)
  const openTrace = () => {
    if (trace) {
      void navigate(`${canvas}?run=${trace.runId}`)
    }
  }
  const move = (step: number) => {
    const next = rows[(place + step + rows.length) % rows.length]
    if (next) {
      onMove(next.number)
    }
  }
  const again = trpc.evaluations.runRow.useMutation({
    onSuccess: () => utils.evaluations.invalidate(),
    onError: (error) => toasts.error(errorText(error)),
  })
  useKeys({ j: () => move(1), k: () => move(-1), o: openTrace }, !isDisagreeing)
  if (!row) {
    return null
  }
  const hasJudge = run.evaluators.some(({ id, kind }) => kind === 'judge' && row.evaluatorIds.includes(id))
  async function askAgain() {
    const question = { title: texts.runRow, description: texts.runRowText, confirmButtonName: texts.runRow }
    if (row && (await confirm(question))) {
      again.mutate({ id: run.id, row: row.number })
    }
  }
  return (
    <Dialog
      title={texts.row(row.number)}
      size="xl"
      onClose={onClose}
      description={row.mustPass && <span className="evaluation-must">{texts.mustPass}</span>}
      actions={
        <>
          <span className="text-13 text-tertiary">{texts.place(place + 1, rows.length)}</span>
          <IconButton size="sm" variant="outlined" aria-label={texts.previous} onClick={() => move(-1)}>
            <ChevronLeft size={16} />
          </IconButton>
          <IconButton size="sm" variant="outlined" aria-label={texts.next} onClick={() => move(1)}>
            <ChevronRight size={16} />
          </IconButton>
        </>
      }
      footer={
        <>
          <span className="evaluation-keys">
            <kbd>j</kbd> <kbd>k</kbd> {texts.keys.move} <kbd>o</kbd> {texts.keys.trace}
          </span>
          {hasJudge && (
            <Button variant="plain" color="neutral" onClick={() => setDisagreeing(true)}>
              {texts.disagree}
            </Button>
          )}
          <Button
            variant="outlined"
            color="neutral"
            disabled={run.state === 'running'}
            onClick={() => void askAgain()}
          >
            {texts.runRow}
          </Button>
          <Button onClick={() => void navigate(canvas)}>{texts.openDraft}</Button>
        </>
      }
    >
      <Stack className="evaluation-asked" direction={{ xs: 'column', sm: 'row' }}>
        <div>
          <span className="text-13 text-tertiary">{texts.question}</span>
          <p className="evaluation-question">{row.input}</p>
        </div>
        <div>
          <span className="text-13 text-tertiary">{texts.expected}</span>
          <p>{row.output}</p>
        </div>
      </Stack>
      <div className="evaluation-cards">
        {run.versions.map((version, column) => (
          <ResultCard
            key={version.id}
            version={version}
            result={row.results[column]}
            base={column === 0 ? undefined : row.results[0]}
            evaluators={run.evaluators}
          />
        ))}
      </div>
      {isDisagreeing && <DisagreeDialog run={run} row={row} onClose={() => setDisagreeing(false)} />}
    </Dialog>
  )
}

/** Single keys, except while somebody types. */
function useKeys(keys: Record<string, () => void>, isActive: boolean) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const run = keys[event.key]
      if (isActive && run && isShortcut(event)) {
        event.preventDefault()
        run()
      }
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}
