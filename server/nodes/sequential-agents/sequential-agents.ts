import type { NodeDefinition } from '#server/engine/define-node.ts'
import { seqAgent } from './agent.node.ts'
import { seqCondition } from './condition.node.ts'
import { seqConditionAgent } from './condition-agent.node.ts'
import { seqCustomFunction } from './custom-function.node.ts'
import { seqEnd } from './end.node.ts'
import { seqExecuteFlow } from './execute-flow.node.ts'
import { seqLLMNode } from './llm-node.node.ts'
import { seqLoop } from './loop.node.ts'
import { seqStart } from './start.node.ts'
import { seqState } from './state.node.ts'
import { seqToolNode } from './tool-node.node.ts'

/** Nodes of sequential files, in the order of the palette. */
export const sequentialAgents: NodeDefinition[] = [
  seqStart,
  seqState,
  seqAgent,
  seqLLMNode,
  seqToolNode,
  seqCondition,
  seqConditionAgent,
  seqCustomFunction,
  seqExecuteFlow,
  seqLoop,
  seqEnd,
]
