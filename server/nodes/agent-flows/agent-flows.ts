import type { NodeDefinition } from '#server/engine/define-node.ts'
import { agentAgentflow } from './agent.node.ts'
import { conditionAgentflow } from './condition.node.ts'
import { conditionAgentAgentflow } from './condition-agent.node.ts'
import { customFunctionAgentflow } from './custom-function.node.ts'
import { directReplyAgentflow } from './direct-reply.node.ts'
import { executeFlowAgentflow } from './execute-flow.node.ts'
import { httpAgentflow } from './http.node.ts'
import { humanInputAgentflow } from './human-input.node.ts'
import { iterationAgentflow } from './iteration.node.ts'
import { llmAgentflow } from './llm.node.ts'
import { loopAgentflow } from './loop.node.ts'
import { requestPersonAgentflow } from './request-person.node.ts'
import { retrieverAgentflow } from './retriever.node.ts'
import { startAgentflow } from './start.node.ts'
import { stickyNoteAgentflow } from './sticky-note.node.ts'
import { toolAgentflow } from './tool.node.ts'

/** Steps of control-flow files, in the order of the palette. */
export const agentFlows: NodeDefinition[] = [
  startAgentflow,
  agentAgentflow,
  llmAgentflow,
  conditionAgentflow,
  conditionAgentAgentflow,
  humanInputAgentflow,
  loopAgentflow,
  iterationAgentflow,
  toolAgentflow,
  retrieverAgentflow,
  customFunctionAgentflow,
  httpAgentflow,
  executeFlowAgentflow,
  directReplyAgentflow,
  requestPersonAgentflow,
  stickyNoteAgentflow,
]
