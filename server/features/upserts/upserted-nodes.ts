import type { Plan, Step } from '#server/engine/plan-flow.ts'
import type { UpsertNode } from '#shared/upserts.ts'

/** Never shown: secrets and contents of files. */
const secret: ReadonlySet<string> = new Set(['password'])

/** What the history shows of an upsert: settings of its nodes, without connections, secrets and empty inputs. */
export function listUpsertedNodes({ steps }: Pick<Plan, 'steps'>): UpsertNode[] {
  return steps.map((step) => ({
    ...{ id: step.id, name: step.data.name, label: step.label, category: step.node.category },
    paramValues: paramsOf(step),
  }))
}

function paramsOf({ node, data }: Step): UpsertNode['paramValues'] {
  return Object.entries(node.inputs ?? {}).flatMap(([name, input]) => {
    const value = data.inputs?.[name]
    const isShown = !secret.has(input.type) && value !== undefined && value !== '' && !isReference(value)
    const text = input.type === 'file' ? fileNames(value) : value
    return isShown ? [{ name, label: input.label, type: input.type, value: text }] : []
  })
}

function isReference(value: unknown) {
  return /\{\{[^}]+\.data\.instance\}\}/.test(JSON.stringify(value))
}

function fileNames(value: unknown) {
  return typeof value === 'string' && value.startsWith('data:')
    ? (/,filename:(.*)$/.exec(value)?.[1] ?? 'file')
    : value
}
