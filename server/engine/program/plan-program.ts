import type { Known } from '#shared/check-known.ts'
import type { FlowFile } from '#shared/flow-file.ts'
import type { Catalogue } from '../check-flow.ts'
import { planAgentflow } from './plan-agentflow.ts'
import { planSequential } from './plan-sequential.ts'
import { planTeam } from './plan-team.ts'
import type { Program } from './program.ts'

/**
 * Compiles an agent flow of any kind. Throws INVALID_FLOW with all issues in `details.issues`, before anything is
 * spent.
 */
export function planProgram(file: FlowFile, catalogue: Catalogue, known?: Known): Program {
  const names = new Set(file.nodes.map(({ data }) => data.name))
  if (names.has('startAgentflow')) {
    return planAgentflow(file, catalogue, known)
  }
  if (names.has('seqStart')) {
    return planSequential(file, catalogue, known)
  }
  return names.has('supervisor') ? planTeam(file, catalogue, known) : planAgentflow(file, catalogue, known)
}
