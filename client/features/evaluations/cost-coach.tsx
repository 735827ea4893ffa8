import { Button, Typography } from '@mui/joy'
import { useNavigate } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { Evaluation } from '#shared/evaluations.ts'
import { type EvaluationPaths, useCanvasPath } from './evaluation-paths.ts'

/** What the same questions cost and score with another model, and one click to use it in the draft. */
export function CostCoach({ run, paths }: { run: Evaluation; paths: EvaluationPaths }) {
  const { evaluations: texts } = useTexts()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const canvas = useCanvasPath(run.flowId, paths)
  const toasts = useToasts()
  const errorText = useErrorText()
  const apply = trpc.evaluations.applyModel.useMutation({
    onSuccess: () => {
      toasts.success(texts.switched(other?.modelName ?? ''))
      void navigate(canvas)
    },
    onError: (error) => toasts.error(errorText(error)),
  })
  const [base] = run.versions
  const other = run.versions.filter(({ model, done }) => model !== null && done > 0).at(-1)
  if (run.state !== 'completed' || !base) {
    return null
  }
  if (!other) {
    return (
      <Typography level="body-sm">
        <b>{texts.coach}</b> {texts.coachNone}
      </Typography>
    )
  }
  const percent = base.costMicro === 0 ? 0 : Math.round(100 * (1 - other.costMicro / base.costMicro))
  const name = texts.nameOfVersion(base)
  const verdict = texts.verdicts[other.difference?.verdict ?? 'few'].toLowerCase()
  async function ask() {
    const question = { title: texts.switchTitle(other?.modelName ?? ''), description: texts.switchText }
    if (other && (await confirm({ ...question, confirmButtonName: texts.switchConfirm }))) {
      apply.mutate({ id: run.id, versionId: other.id })
    }
  }
  return (
    <div className="evaluation-coach">
      <Typography level="body-sm">
        <b>{texts.coach}</b>{' '}
        {percent > 0
          ? texts.coachText(other.modelName, percent, name, verdict)
          : texts.coachDearer(other.modelName, name)}
      </Typography>
      <Button
        size="sm"
        variant="outlined"
        color="neutral"
        loading={apply.isPending}
        onClick={() => void ask()}
      >
        {texts.switchModel}
      </Button>
    </div>
  )
}
