import { z } from 'zod'
import { requireStorableText } from '#server/http/storable-text.ts'
import { assistantFields } from '#shared/assistants.ts'
import { AppError } from '#shared/errors.ts'
import { type Section, sectionNames, sections } from '#shared/export-import.ts'
import { type FlowFile, parseFlowFile } from '#shared/flow-file.ts'
import { createFlowInput, type FlowType, flowTypes, type Thumbnail } from '#shared/flows.ts'
import { MAX_IMPORT_BYTES } from '#shared/import-limit.ts'
import { isRecord, toRecord } from '#shared/json.ts'
import { savePartInput } from '#shared/template-parts.ts'
import { toolFields } from '#shared/tools.ts'
import { createVariableInput } from '#shared/variables.ts'
import { readJson, rejectPollution } from './read-json.ts'

const MAX_ITEMS = 10_000
/** Limits of the file itself; JSON inside its texts is counted when parsed. */
const FILE_LIMITS = { depth: 100, values: 3_000_000 }
const FLOW_LIMITS = { depth: 100, values: 2_000_000 }

type Drawing = { thumbnail: Thumbnail; nodeCount: number }
export type Draw = {
  flow(file: FlowFile): Drawing
  /** Cuts it so that it is self-contained. Throws INVALID_FLOW with the reason. */
  part(flowData: string): Drawing & { flowData: string; kinds: string[] }
}

export type ItemContents =
  | ({ holds: 'flow'; name: string; flowData: string; type: FlowType } & Drawing)
  | ({ holds: 'part'; name: string; description: string } & ReturnType<Draw['part']>)
  | ({ holds: 'tool' } & z.infer<typeof toolFields>)
  | ({ holds: 'variable' } & z.infer<typeof variableFields>)
  | ({ holds: 'assistant'; type: 'CUSTOM' | 'OPENAI' | 'AZURE' } & z.infer<typeof assistantFields>)

type ReadItem = {
  section: Section
  /** Null when the file contains no usable id. */
  id: string | null
  name: string
  contents: ItemContents | null
  issue: string | null
}
export type ReadFile = { items: ReadItem[]; unknown: { key: string; count: number }[] }

const flowFields = z.object({
  name: createFlowInput.shape.name,
  flowData: createFlowInput.shape.flowData.unwrap(),
  type: z.enum(flowTypes).optional().catch(undefined),
})
/** Flowise exports no values: variables are imported empty. */
const variableFields = z.object({
  name: createVariableInput.shape.name,
  type: createVariableInput.shape.type,
  value: z
    .string()
    .max(100_000)
    .nullish()
    .transform((value) => value ?? ''),
})

const isSection = (key: string): key is Section => Object.hasOwn(sections, key)

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Reads an export of this platform or Flowise's ExportData.json, item by item. Issues of an item are reported on
 * that item; throws INVALID_INPUT or TOO_LARGE when the file as a whole is unreadable.
 */
export function readImport(bytes: Uint8Array, draw: Draw): ReadFile {
  if (bytes.length > MAX_IMPORT_BYTES) {
    throw new AppError('TOO_LARGE', 'This file is larger than 50 MB.')
  }
  const arrays = readArrays(new TextDecoder().decode(bytes))
  const known = sectionNames.flatMap(
    (section) => arrays.get(section)?.map((item) => ({ section, item })) ?? [],
  )
  if (known.length > MAX_ITEMS) {
    throw new AppError('TOO_LARGE', `This file holds more than ${MAX_ITEMS} items.`)
  }
  const unknown = [...arrays].filter(([key]) => !isSection(key))
  return {
    items: rejectRepeated(known.map(({ section, item }) => readItem(section, item, draw))),
    unknown: unknown.map(([key, items]) => ({ key, count: items.length })),
  }
}

function readArrays(text: string): Map<string, readonly unknown[]> {
  const file = readJson(text, FILE_LIMITS)
  const entries = isRecord(file)
    ? Object.entries(file).filter(([key]) => key !== 'FileDefaultName')
    : undefined
  if (!entries || (entries.length > 0 && !entries.some(([key]) => isSection(key)))) {
    throw new AppError('INVALID_INPUT', 'Invalid Imported File')
  }
  for (const [key, items] of entries) {
    if (isSection(key) && items !== null && !Array.isArray(items)) {
      throw new AppError('INVALID_INPUT', `Invalid Imported File: ${key} is not a list.`)
    }
  }
  return new Map(entries.map(([key, items]) => [key, Array.isArray(items) ? items : []]))
}

function readItem(section: Section, item: unknown, draw: Draw): ReadItem {
  const { id, name } = toRecord(item)
  const known = typeof id === 'string' && uuid.test(id.toLowerCase()) ? id.toLowerCase() : null
  const read = { section, id: known, name: typeof name === 'string' ? name.slice(0, 255) : '' }
  try {
    rejectPollution(item)
    const contents = readContents(section, item, draw)
    requireStorableText(contents)
    return { ...read, name: nameOf(contents), contents, issue: null }
  } catch (error) {
    return { ...read, contents: null, issue: reasonOf(error) }
  }
}

function readContents(section: Section, item: unknown, draw: Draw): ItemContents {
  const facts = sections[section]
  switch (facts.holds) {
    case 'flow': {
      const { name, flowData, type = facts.type } = flowFields.parse(item)
      rejectPollution(readJson(flowData, FLOW_LIMITS))
      return { holds: 'flow', name, flowData, type, ...draw.flow(parseFlowFile(flowData)) }
    }
    case 'part': {
      const { name, description, flowData } = savePartInput.parse(item)
      rejectPollution(readJson(flowData, FLOW_LIMITS))
      return { holds: 'part', name, description, ...draw.part(flowData) }
    }
    case 'tool':
      return { holds: 'tool', ...toolFields.parse(item) }
    case 'variable':
      return { holds: 'variable', ...variableFields.parse(item) }
    case 'assistant': {
      const fields = assistantFields.parse(item)
      rejectPollution(readJson(fields.details, FLOW_LIMITS))
      return { holds: 'assistant', type: facts.type, ...fields }
    }
  }
}

function nameOf(contents: ItemContents): string {
  if (contents.holds !== 'assistant') {
    return contents.name
  }
  const { name } = JSON.parse(contents.details) as { name?: unknown }
  return typeof name === 'string' ? name.slice(0, 255) : ''
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) {
    const [issue] = error.issues
    const field = issue?.path.join('.')
    return `${field ? `${field}: ` : ''}${issue?.message ?? 'it is not valid'}.`
  }
  if (error instanceof AppError) {
    return /[.!?…]$/.test(error.message) ? error.message : `${error.message}.`
  }
  throw error
}

/** Two items with one id would become one row, and references to it would be ambiguous. */
function rejectRepeated(items: ReadItem[]): ReadItem[] {
  const seen = new Set<string>()
  return items.map((item) => {
    const { holds } = sections[item.section]
    const keys = [item.id && `${holds} ${item.id}`, holds === 'variable' && `name ${item.name}`]
    const repeated = keys.some((key) => key && seen.has(key))
    for (const key of keys) {
      seen.add(key || '')
    }
    seen.delete('')
    return repeated && !item.issue
      ? { ...item, contents: null, issue: 'Another item of the file has the same id or name.' }
      : item
  })
}

const anyUuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/** Replaces ids wherever they occur, also inside the text of a flow. */
export function replaceIds(contents: ItemContents, replaced: ReadonlyMap<string, string>): ItemContents {
  if (replaced.size === 0) {
    return contents
  }
  const renew = (text: string) => text.replace(anyUuid, (id) => replaced.get(id.toLowerCase()) ?? id)
  const fields = Object.entries(contents).map(([field, value]) => [
    field,
    typeof value === 'string' ? renew(value) : value,
  ])
  return Object.fromEntries(fields) as ItemContents
}
