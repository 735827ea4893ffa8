import type { NewId } from '#server/ids.ts'
import { sections } from '#shared/export-import.ts'
import type { OutlineItem } from './import-reader.ts'

type Here = {
  newId: NewId
  takenFlows(ids: readonly string[]): Promise<string[]>
  takenParts(ids: readonly string[]): Promise<string[]>
  takenTools(ids: readonly string[]): Promise<string[]>
  takenAssistants(ids: readonly string[]): Promise<string[]>
  variables(): Promise<{ id: string; name: string }[]>
}

export type Assigned = {
  /** In the order of the items; null is left in the file. */
  ids: (string | null)[]
  /** Ids already in use here, mapped to their new ids. */
  replaced: ReadonlyMap<string, string>
  /** Variables whose names exist here: they stay unchanged, and flows find them by name. */
  withOwnId: ReadonlySet<OutlineItem>
}

export async function assignIds(items: readonly (OutlineItem | null)[], here: Here): Promise<Assigned> {
  const variables = items.some((item) => item?.section === 'Variable') ? await here.variables() : []
  const idsOf = (holds: string) =>
    items.flatMap((item) => (item?.id && sections[item.section].holds === holds ? [item.id] : []))
  const assistants = idsOf('assistant')
  const taken: Record<string, Set<string>> = {
    flow: new Set(await here.takenFlows(idsOf('flow'))),
    part: new Set(await here.takenParts(idsOf('part'))),
    tool: new Set(await here.takenTools(idsOf('tool'))),
    assistant: new Set(await here.takenAssistants(assistants)),
    variable: new Set(variables.map(({ id }) => id)),
  }
  // An assistant and its flow share an id, so both get a new one or none.
  const flowIds = new Set(idsOf('flow'))
  const pairs = new Set(assistants.filter((id) => flowIds.has(id)))
  for (const id of pairs) {
    if (taken.flow?.has(id) || taken.assistant?.has(id)) {
      taken.flow?.add(id)
      taken.assistant?.add(id)
    }
  }
  const names = new Set(variables.map(({ name }) => name))

  const replaced = new Map<string, string>()
  const stored = new Set<OutlineItem>()
  const replace = (id: string | null): string => {
    const known = id !== null && pairs.has(id) ? replaced.get(id) : undefined
    const fresh = known ?? here.newId()
    if (id) {
      replaced.set(id, fresh)
    }
    return fresh
  }
  const ids = items.map((item) => {
    if (!item || item.issue) {
      return null
    }
    if (item.section === 'Variable' && names.has(item.name)) {
      stored.add(item)
      return null
    }
    const isFree = item.id && !taken[sections[item.section].holds]?.has(item.id)
    return isFree ? item.id : replace(item.id)
  })
  return { ids, replaced, withOwnId: stored }
}

/** Items without the flows of assistants in the same file, which users see as one with their assistant. */
export function withoutAssistantFlows(items: readonly OutlineItem[]): ReadonlySet<OutlineItem> {
  const assistants = new Set(
    items.flatMap(({ id, section }) => (sections[section].holds === 'assistant' && id ? [id] : [])),
  )
  return new Set(
    items.filter(({ id, section }) => !(section === 'AssistantFlow' && id && assistants.has(id))),
  )
}
