import { readStartForm, type StartForm } from '#shared/start-form.ts'
import type { TriggerKind } from '#shared/triggers.ts'
import type { Graph } from '../graph/flow-graph.ts'
import { isStart } from './control-links.ts'

const triggers: Readonly<Record<string, TriggerKind>> = {
  scheduleInput: 'schedule',
  webhookTrigger: 'webhook',
}

/** What starts an agent flow instead of a message; undefined for a message or a form. */
export function triggerOf({ nodes }: Pick<Graph, 'nodes'>): TriggerKind | undefined {
  const { inputs = {} } = [...nodes.values()].find(isStart)?.data ?? {}
  return triggers[String(inputs.startInputType)]
}

/** The form of an agent flow's start; undefined when it starts with a message. */
export function startFormOf({ nodes }: Pick<Graph, 'nodes'>): StartForm | undefined {
  return readStartForm([...nodes.values()].find(isStart)?.data.inputs ?? {})
}
