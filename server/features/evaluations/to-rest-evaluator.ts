import type { z } from 'zod'
import type { EvaluatorKind, restEvaluatorSchema } from '#shared/evaluators.ts'
import type { EvaluatorRow } from './evaluators.table.ts'

const types: Record<EvaluatorKind, z.output<typeof restEvaluatorSchema>['type']> = {
  ...{ exact: 'text', contains: 'text', regex: 'text', script: 'text', tool: 'text' },
  ...{ schema: 'json', numeric: 'numeric', judge: 'llm' },
}

export function toRestEvaluator({ config, ...row }: EvaluatorRow) {
  return { ...row, type: types[config.kind], config: JSON.stringify(config) }
}
