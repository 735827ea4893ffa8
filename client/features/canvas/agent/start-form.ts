import type { StartField, StartForm } from '#client/components/chat-dock.ts'
import { readRecords } from '#shared/json.ts'
import type { TriggerKind } from '#shared/triggers.ts'
import type { Graph } from '../graph/flow-graph.ts'
import { isStart } from './control-links.ts'

const types: readonly StartField['type'][] = ['string', 'number', 'boolean', 'options']

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
  const { inputs = {} } = [...nodes.values()].find(isStart)?.data ?? {}
  if (inputs.startInputType !== 'formInput') {
    return undefined
  }
  return {
    title: textOf(inputs.formTitle),
    description: textOf(inputs.formDescription),
    fields: readRecords(inputs.formInputTypes).flatMap(({ name, label, type, addOptions }) =>
      textOf(name) === ''
        ? []
        : [
            {
              name: textOf(name),
              label: textOf(label) || textOf(name),
              type: types.find((each) => each === type) ?? 'string',
              options: readRecords(addOptions).map(({ option }) => textOf(option)),
            },
          ],
    ),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
