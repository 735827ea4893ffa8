import {
  Bot,
  Braces,
  Brain,
  CirclePlay,
  Code,
  Database,
  GitBranch,
  Globe,
  Hand,
  type LucideIcon,
  MessageSquare,
  Repeat,
  RotateCcw,
  Workflow,
  Wrench,
} from 'lucide-react'
import type { Kind } from '#shared/kinds.ts'

type Look = { kind: Kind; icon: LucideIcon }

/** Steps of control-flow files, by the names their files give them. They have no types that would colour them. */
const looks: Readonly<Record<string, Look>> = {
  startAgentflow: { kind: 'value', icon: CirclePlay },
  llmAgentflow: { kind: 'model', icon: Brain },
  agentAgentflow: { kind: 'agent', icon: Bot },
  conditionAgentflow: { kind: 'prompt', icon: GitBranch },
  conditionAgentAgentflow: { kind: 'prompt', icon: GitBranch },
  humanInputAgentflow: { kind: 'memory', icon: Hand },
  loopAgentflow: { kind: 'prompt', icon: RotateCcw },
  iterationAgentflow: { kind: 'agent', icon: Repeat },
  toolAgentflow: { kind: 'tool', icon: Wrench },
  httpAgentflow: { kind: 'tool', icon: Globe },
  retrieverAgentflow: { kind: 'retriever', icon: Database },
  customFunctionAgentflow: { kind: 'value', icon: Code },
  executeFlowAgentflow: { kind: 'agent', icon: Workflow },
  directReplyAgentflow: { kind: 'document', icon: MessageSquare },
}

const unknown: Look = { kind: 'agent', icon: Braces }

export const isStepKind = (name: string) => Object.hasOwn(looks, name)

export function lookOfStep(name: string): Look {
  return looks[name] ?? unknown
}
