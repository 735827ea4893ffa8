import { useCrumbs } from '#client/components/crumbs.ts'
import { useTexts } from '#client/texts/texts.tsx'
import type { EvaluationPaths } from './evaluation-paths.ts'

/** Flow, evaluations and, below them, what is shown. */
export function useFlowCrumbs(
  flowId: string,
  flowName: string | undefined,
  paths: EvaluationPaths,
  below?: string,
) {
  const { evaluations: texts } = useTexts()
  useCrumbs([
    { name: flowName ?? '…', to: paths.canvas(flowId) },
    { name: texts.title, ...(below !== undefined && { to: paths.flow(flowId) }) },
    ...(below === undefined ? [] : [{ name: below }]),
  ])
}
