import type { Plan, Step } from '#server/engine/plan-flow.ts'
import { parseJson } from '#shared/json.ts'
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

/** Names of stored files, and of files contained as data URLs. */
function fileNames(value: unknown) {
  if (typeof value !== 'string') {
    return value
  }
  const stored = value.replace(/^FILE-STORAGE::/, '')
  const listed = parseJson(stored)
  const all = Array.isArray(listed) ? listed.map(String) : [stored]
  return all
    .map((file) => (file.startsWith('data:') ? (/,filename:(.*)$/.exec(file)?.[1] ?? 'file') : file))
    .join(', ')
}
