import { Button, Typography } from '@mui/joy'
import { useNavigate } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { useConfirm } from '#client/components/confirm-dialog.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import type { EvaluatedVersion, Evaluation } from '#shared/evaluations.ts'
import { type EvaluationPaths, useCanvasPath } from './evaluation-paths.ts'
import { isAdvised, rankModels, type TriedModel } from './rank-models.ts'
import { useFigures } from './use-figures.ts'

/** What the same questions cost and score with other models, and one click to use one of them in the draft. */
export function CostCoach({ run, paths }: { run: Evaluation; paths: EvaluationPaths }) {
  const { evaluations: texts } = useTexts()
  const tried = rankModels(run.versions)
  const [base] = run.versions
  if (run.state !== 'completed' || !base) {
    return null
  }
  return tried.length === 0 ? (
    <Typography level="body-sm">
      <b>{texts.coach}</b> {texts.coachNone}
    </Typography>
  ) : (
    <div className="grid gap-8">
      {tried.map((model, place) => (
        <ModelAdvice
          key={model.version.id}
          label={place === 0 ? texts.coach : undefined}
          {...{ run, paths, base }}
          tried={model}
        />
      ))}
    </div>
  )
}

type AdviceProps = {
  label: string | undefined
  run: Evaluation
  paths: EvaluationPaths
  base: EvaluatedVersion
  tried: TriedModel
}

function ModelAdvice({ label, run, paths, base, tried }: AdviceProps) {
  const { evaluations: texts } = useTexts()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const canvas = useCanvasPath(run.flowId, paths)
  const toasts = useToasts()
  const errorText = useErrorText()
  const { version, savingPercent } = tried
  const { score, cost } = useFigures()
  const apply = trpc.evaluations.applyModel.useMutation({
    onSuccess: () => {
      toasts.success(texts.switched(version.modelName))
      void navigate(canvas)
    },
    onError: (error) => toasts.error(errorText(error)),
  })
  const name = texts.nameOfVersion(base)
  const verdict = texts.verdicts[version.difference?.verdict ?? 'few'].toLowerCase()
  async function ask() {
    const question = { title: texts.switchTitle(version.modelName), description: texts.switchText }
    if (await confirm({ ...question, confirmButtonName: texts.switchConfirm })) {
      apply.mutate({ id: run.id, versionId: version.id })
    }
  }
  return (
    <div className="evaluation-coach">
      <Typography level="body-sm">
        {label && <b>{label} </b>}
        {savingPercent > 0
          ? texts.coachText(version.modelName, savingPercent, name, verdict)
          : texts.coachDearer(version.modelName, name, verdict)}{' '}
        <span className="evaluation-figure">
          {texts.perAnswer(cost(base.costMicro), cost(version.costMicro))}
          {base.mean !== null && version.mean !== null && ` · ${score(base.mean)} → ${score(version.mean)}`}
        </span>
      </Typography>
      <Button
        size="sm"
        variant={isAdvised(tried) ? 'soft' : 'outlined'}
        color={isAdvised(tried) ? 'primary' : 'neutral'}
        loading={apply.isPending}
        onClick={() => void ask()}
      >
        {texts.switchModel(version.modelName)}
      </Button>
    </div>
  )
}
