import type { Caller } from '#server/caller.ts'
import type { Store, Writer } from '#server/db/store.ts'
import { findViolation } from '#server/db/violation.ts'
import type { Catalogue } from '#server/engine/check-flow.ts'
import type { Credential } from '#server/engine/define-node.ts'
import { yieldEvery } from '#server/engine/pause.ts'
import type { AssistantsService } from '#server/features/assistants/assistants.service.ts'
import type { CustomAssistants } from '#server/features/assistants/custom-assistants.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { TemplatesService } from '#server/features/templates/templates.service.ts'
import type { ToolsService } from '#server/features/tools/tools.service.ts'
import type { VariablesService } from '#server/features/variables/variables.service.ts'
import type { NewId } from '#server/ids.ts'
import { AppError } from '#shared/errors.ts'
import type { ImportPreview, ImportResult, TransferKind } from '#shared/export-import.ts'
import { sections, transferKinds } from '#shared/export-import.ts'
import { type Assigned, assignIds, withoutAssistantFlows } from './assign-ids.ts'
import { createExporter } from './export-data.ts'
import type { ImportReader, OpenReader, Outline, OutlineItem, PreparedItem } from './import-reader.ts'
import { pipeInBlocks } from './pipe-in-blocks.ts'
import { mayImport, previewOf } from './preview.ts'

/** Each may hold hundreds of megabytes while it runs. */
const MAX_CONCURRENT = 3

const mayHoldUpload = /data:[^,"]*,/

export type Importer = Pick<Caller, 'id' | 'role'>
type Blocks = AsyncIterable<Uint8Array>

type Deps = {
  store: Store
  newId: NewId
  catalogue: Catalogue
  credentialKinds: ReadonlyMap<string, Credential>
  flows: Pick<FlowsService, 'each' | 'insert' | 'taken' | 'weigh' | 'listNames' | 'keepFiles' | 'removeFiles'>
  parts: Pick<TemplatesService['parts'], 'each' | 'insert' | 'taken' | 'weigh' | 'list'>
  tools: Pick<ToolsService, 'all' | 'insert' | 'taken'>
  variables: Pick<VariablesService, 'list' | 'insert'>
  assistants: Pick<AssistantsService, 'list' | 'insert' | 'taken'>
  customAssistants: Pick<CustomAssistants, 'placeForm'>
  openReader: OpenReader
}

export function createExportImportService(deps: Deps) {
  const { store, newId, flows, parts, tools, variables, assistants, openReader } = deps
  const { counts, exportData } = createExporter(deps)
  const importing = new Set<string>()

  /** Dry run of an import: reads the file with the same code as the import itself. */
  function preview(caller: Importer, blocks: Blocks): Promise<ImportPreview> {
    return alone(caller, async (reader) => {
      const outline = await readOutline(reader, blocks)
      const assigned = await assign(caller, outline.items)
      const names = await namesOf(caller)
      return previewOf(caller, outline, assigned, ({ section, name }) =>
        names[sections[section].holds].has(name),
      )
    })
  }

  /**
   * Imports all items of these kinds or none. Throws INVALID_INPUT with the name of the faulty item, and FORBIDDEN
   * for kinds reserved for ADMINs.
   */
  function importData(
    caller: Importer,
    blocks: Blocks,
    kinds: readonly TransferKind[] = transferKinds,
  ): Promise<ImportResult> {
    return alone(caller, async (reader) => {
      const { items } = await readOutline(reader, blocks)
      const chosen = items.map((item) => (kinds.includes(sections[item.section].kind) ? item : null))
      for (const item of chosen) {
        rejectItem(caller, item)
      }
      const { ids, replaced } = await assign(caller, chosen)
      const prepared: PreparedItem[] = []
      for await (const portion of reader.prepare({ ids, replaced })) {
        prepared.push(...portion)
      }
      await reader.close()
      await writeWithFiles(caller, prepared)
      return { message: 'success', imported: countKinds(items, ids) }
    })
  }

  async function alone<Result>(caller: Importer, work: (reader: ImportReader) => Promise<Result>) {
    if (importing.has(caller.id)) {
      throw new AppError('CONFLICT', 'Your last import is still running. Wait until it has finished.')
    }
    if (importing.size >= MAX_CONCURRENT) {
      throw new AppError('UNAVAILABLE', 'Others are importing at the moment. Please try again in a minute.')
    }
    importing.add(caller.id)
    let reader: ImportReader | undefined
    try {
      reader = await openReader()
      return await work(reader)
    } finally {
      importing.delete(caller.id)
      await reader?.close()
    }
  }

  async function readOutline(reader: ImportReader, blocks: Blocks): Promise<Outline> {
    await pipeInBlocks(reader, blocks)
    return reader.read()
  }

  async function namesOf(caller: Importer) {
    const isAdmin = caller.role === 'ADMIN'
    const named = (rows: readonly { name: string }[]) => new Set(rows.map(({ name }) => name))
    return {
      flow: named(await flows.listNames(caller.id)),
      part: named(await parts.list(caller.id)),
      tool: named(isAdmin ? await tools.all(caller.id) : []),
      variable: named(isAdmin ? await variables.list() : []),
      assistant: named([]),
    }
  }

  const assign = (caller: Importer, items: readonly (OutlineItem | null)[]): Promise<Assigned> =>
    assignIds(items, {
      newId,
      takenFlows: (ids) => flows.taken(caller.id, ids),
      takenParts: parts.taken,
      takenTools: tools.taken,
      takenAssistants: assistants.taken,
      variables: variables.list,
    })

  /** Uploads inside the file become files of their flows; a failed import leaves none behind. */
  async function writeWithFiles(caller: Importer, items: readonly PreparedItem[]) {
    const withFiles: string[] = []
    try {
      const stored: PreparedItem[] = []
      for (const item of items) {
        stored.push(await withoutUploads(item, withFiles))
      }
      await write(caller, stored)
    } catch (error) {
      await Promise.all(withFiles.map(flows.removeFiles))
      throw error
    }
  }

  async function withoutUploads(item: PreparedItem, withFiles: string[]): Promise<PreparedItem> {
    if (item.holds !== 'flow' || !mayHoldUpload.test(item.flowData)) {
      return item
    }
    // Recorded before storing, so that a failure on the second file also removes the first.
    withFiles.push(item.id)
    return { ...item, flowData: await flows.keepFiles(item.id, item.flowData) }
  }

  function write(caller: Importer, items: readonly PreparedItem[]) {
    const pauseIfDue = yieldEvery()
    return store
      .transaction(async (tx) => {
        for (const item of items) {
          await writeItem(tx, caller.id, item)
          await pauseIfDue()
        }
        await placeForms(tx, caller.id, items)
      }, 'deferred')
      .catch(rejectRival)
  }

  async function placeForms(tx: Writer, userId: string, items: readonly PreparedItem[]) {
    const flowData = new Map(
      items.flatMap((item) => (item.holds === 'flow' ? [[item.id, item.flowData]] : [])),
    )
    for (const item of items) {
      const written = item.holds === 'assistant' ? flowData.get(item.id) : undefined
      if (item.holds === 'assistant' && written !== undefined) {
        const { id, details } = item
        await deps.customAssistants.placeForm(
          tx,
          { userId, authorId: userId },
          { id, details, flowData: written },
        )
      }
    }
  }

  async function writeItem(tx: Writer, userId: string, item: PreparedItem) {
    switch (item.holds) {
      case 'flow': {
        const { holds: _, ...flow } = item
        return flows.insert(tx, userId, flow)
      }
      case 'part': {
        const { holds: _, ...part } = item
        return parts.insert(tx, userId, part)
      }
      case 'tool': {
        const { holds: _, ...tool } = item
        return tools.insert(tx, userId, tool)
      }
      case 'variable': {
        const { holds: _, ...variable } = item
        return variables.insert(tx, variable)
      }
      case 'assistant': {
        const { holds: _, ...assistant } = item
        return assistants.insert(tx, userId, assistant)
      }
    }
  }

  return { counts, exportData, preview, importData }
}

function rejectItem(caller: Importer, item: OutlineItem | null) {
  if (!item) {
    return
  }
  const { word } = sections[item.section]
  if (!mayImport(caller, item.section)) {
    throw new AppError('FORBIDDEN', `Only admins can import ${plural[sections[item.section].kind]}.`)
  }
  if (item.issue) {
    throw new AppError('INVALID_INPUT', `${word} “${item.name}” cannot be imported. ${item.issue}`)
  }
}

const plural: Record<TransferKind, string> = {
  chatflow: 'chatflows',
  agentflow: 'agentflows',
  tool: 'tools',
  variable: 'variables',
  assistant: 'assistants',
}

function countKinds(items: readonly OutlineItem[], ids: readonly (string | null)[]) {
  const counts: Partial<Record<TransferKind, number>> = {}
  const counted = withoutAssistantFlows(items)
  for (const [index, item] of items.entries()) {
    if (ids[index] && counted.has(item)) {
      const { kind } = sections[item.section]
      counts[kind] = (counts[kind] ?? 0) + 1
    }
  }
  return counts
}

// Another request took an id or a name between check and write.
function rejectRival(cause: unknown): never {
  if (findViolation(cause)?.rule !== 'unique') {
    throw cause
  }
  throw new AppError('CONFLICT', 'Your data changed while the file was being read. Import it again.', {
    cause,
  })
}
