import { isRecord } from '#shared/json.ts'
import type { AnswerExtras, RunEvent } from '#shared/runs.ts'
import type { Json } from '../inputs.ts'
import { nodeOf, type Program } from './program.ts'
import { applyEvent, createRunState, frameOf } from './run-state.ts'

/** What one step of a sequential or team file has done, in the shape Flowise clients show. */
export type AgentReasoning = {
  agentName: string
  messages: string[]
  next?: string
  instructions?: string
  usedTools?: Json
  sourceDocuments?: Json
  artifacts?: Json
  state?: { [key: string]: Json }
  nodeName: string
  nodeId: string
}

/** Steps that clients do not list. */
const silent: ReadonlySet<string> = new Set(['seqStart', 'seqLoop', 'seqEnd'])
/** Steps that decide where to go instead of saying something. */
const deciding: ReadonlySet<string> = new Set(['seqCondition', 'seqConditionAgent', 'supervisor'])

/**
 * Folds the events of a run into its reasoning. `apply` returns what the event has added: an entry, and the name of the
 * agent that comes next.
 */
export function createReasoningFold(program: Program) {
  const entries: AgentReasoning[] = []
  const state = createRunState()

  function apply(event: RunEvent): { entry?: AgentReasoning; nextAgent?: string } {
    applyEvent(state, event, program)
    const finished = event.type === 'node_finished' && event.key !== undefined && isRecord(event.value)
    if (!finished) {
      return {}
    }
    const node = nodeOf(program, event.nodeId)
    const nextAgent = nextNameOf(event.next ?? [])
    const next = nextAgent === undefined ? {} : { nextAgent }
    if (silent.has(node.node.name)) {
      return next
    }
    const value = event.value as { [key: string]: Json }
    const entry = toEntry(value, node, { ...frameOf(state, '').state })
    entries.push(entry)
    return { entry, ...next }
  }

  /** The next step that clients list, behind loops and ends. */
  function nextNameOf(ids: readonly string[]): string | undefined {
    const seen = new Set(ids)
    for (const id of seen) {
      const { node, data, label, edges } = nodeOf(program, id)
      if (!silent.has(node.name)) {
        const field = Object.keys(node.inputs).find((name) => name.endsWith('Name'))
        return String(data.inputs[field ?? ''] || label)
      }
      for (const { target } of edges) {
        seen.add(target)
      }
    }
    return undefined
  }

  return { apply, entries: (): readonly AgentReasoning[] => entries }
}

function toEntry(
  value: { [key: string]: Json },
  { id, label, node }: { id: string; label: string; node: { name: string } },
  state: { [key: string]: Json },
): AgentReasoning {
  const { content, agentName, next, instructions, usedTools, sourceDocuments, artifacts } = value
  const hasMessage = !deciding.has(node.name) && typeof content === 'string' && content !== ''
  return {
    agentName: typeof agentName === 'string' && agentName !== '' ? agentName : label,
    messages: hasMessage ? [content] : [],
    ...(typeof next === 'string' && deciding.has(node.name) && { next }),
    ...(typeof instructions === 'string' && { instructions }),
    ...(usedTools !== undefined && { usedTools }),
    ...(sourceDocuments !== undefined && { sourceDocuments }),
    ...(artifacts !== undefined && { artifacts }),
    ...(Object.keys(state).length > 0 && { state }),
    nodeName: node.name,
    nodeId: id,
  }
}

/** The entries as part of an answer, with all their tools, sources and artifacts. Absent where there are none. */
export function toReasoningExtras(entries: readonly AgentReasoning[]): AnswerExtras {
  const all = (name: 'usedTools' | 'sourceDocuments' | 'artifacts') => {
    const found = entries.flatMap((entry) => entry[name] ?? [])
    return found.length > 0 && { [name]: found }
  }
  return {
    agentReasoning: entries.map((entry) => ({ ...entry })),
    ...all('usedTools'),
    ...all('sourceDocuments'),
    ...all('artifacts'),
  }
}
