import './inside.css'
import { useParams } from 'react-router'
import { DatasetScreen } from '#client/features/evaluations/dataset-screen.tsx'
import type { EvaluationPaths } from '#client/features/evaluations/evaluation-paths.ts'
import { EvaluationsScreen } from '#client/features/evaluations/evaluations-screen.tsx'
import { RunScreen } from '#client/features/evaluations/run-screen.tsx'
import { paths } from './paths.ts'

const evaluationPaths: EvaluationPaths = {
  flow: paths.evaluations,
  set: paths.dataset,
  run: paths.evaluationRun,
  canvas: paths.canvas,
  agentCanvas: paths.agentCanvas,
}

export function EvaluationsPage() {
  const { flowId = '' } = useParams()
  return <EvaluationsScreen key={flowId} flowId={flowId} paths={evaluationPaths} />
}

export function DatasetPage() {
  const { flowId = '', id = '' } = useParams()
  return <DatasetScreen key={id} flowId={flowId} id={id} paths={evaluationPaths} />
}

export function EvaluationRunPage() {
  const { flowId = '', id = '' } = useParams()
  return <RunScreen key={id} flowId={flowId} id={id} paths={evaluationPaths} />
}
