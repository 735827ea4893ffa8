import type { Catalogue } from '#server/engine/check-flow.ts'
import type { StoredFile } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'
import { parseFlowFile } from '#shared/flow-file.ts'
import { isRecord, parseJson } from '#shared/json.ts'
import type { Actor } from './drafts.service.ts'

/** Bytes of one file: its base64 still fits the body limit. */
const LARGEST = 10 * 1_048_576
/** Per flow with all its versions, which share files. */
const QUOTA = { files: 200, bytes: 200 * 1_048_576 }

const STORAGE = 'FILE-STORAGE::'
const fileTypes = new Set<unknown>(['file', 'folder'])

export type FlowFiles = {
  put(flowId: string, name: string, bytes: Uint8Array, quota?: typeof QUOTA): Promise<string>
  /** `reference` may be an inline file: `data:…`. */
  open(flowId: string, reference: string): Promise<StoredFile>
  copy(fromId: string, toId: string, names: readonly string[]): Promise<void>
  removeAll(flowId: string): Promise<void>
}

type Deps = { catalogue: Catalogue; files: FlowFiles }
type Bag = Record<string, unknown>
type Sent = { id: string; flowData?: string | undefined }

/** Moves uploads out of flow files: a saved flow references its files instead of embedding them. */
export function createFileStore({ catalogue, files }: Deps) {
  /**
   * Replaces every upload by its name; returns the same text when there is none. Throws TOO_LARGE and INVALID_FLOW
   * naming node and field.
   */
  async function storeFiles(flowId: string, flowData: string): Promise<string> {
    if (!/data:[^,"]*,/.test(flowData)) {
      return flowData
    }
    parseFlowFile(flowData)
    const file = JSON.parse(flowData) as { nodes: { data: Bag & { inputs?: Bag } }[] }
    let isChanged = false
    for (const { data } of file.nodes) {
      isChanged = (await storeFilesOfNode(flowId, data)) || isChanged
    }
    // Byte-identical unless an upload was replaced.
    return isChanged ? JSON.stringify(file) : flowData
  }

  async function storeFilesOfNode(flowId: string, { inputs = {}, ...data }: Bag & { inputs?: Bag }) {
    const uploads = [...fileFieldsOf(data)].flatMap(([name, label]) => {
      const entries = readEntries(inputs[name])
      return entries.some(isUpload) ? [{ name, label, entries }] : []
    })
    for (const { name, label, entries } of uploads) {
      inputs[name] = await storeEntries(flowId, entries, `${String(data.label || data.name)}: ${label}`)
    }
    return uploads.length > 0
  }

  async function storeEntries(flowId: string, entries: readonly string[], field: string) {
    const names: string[] = []
    for (const entry of entries) {
      names.push(isUpload(entry) ? await storeUpload(flowId, entry, field) : entry.replace(STORAGE, ''))
    }
    return `${STORAGE}${JSON.stringify(names)}`
  }

  async function storeUpload(flowId: string, upload: string, field: string) {
    const { name, bytes } = await readUpload(flowId, upload, field)
    if (bytes.length > LARGEST) {
      throw new AppError('TOO_LARGE', `${field}: ${name} is larger than ${LARGEST / 1_048_576} MB.`)
    }
    return files.put(flowId, name, bytes, QUOTA)
  }

  async function readUpload(flowId: string, upload: string, field: string) {
    try {
      const file = await files.open(flowId, upload)
      return { name: file.name, bytes: await file.read() }
    } catch (cause) {
      if (cause instanceof AppError) {
        throw cause
      }
      throw new AppError('INVALID_FLOW', `${field}: this file cannot be read. Choose it again.`, { cause })
    }
  }

  /** Labels by input name: from the catalogue, or for an unknown node from its description in the file. */
  function fileFieldsOf({ name, inputParams }: Bag) {
    const declared = Object.entries(catalogue.get(String(name))?.inputs ?? {})
    const described = (Array.isArray(inputParams) ? inputParams : [])
      .filter(isRecord)
      .map((param) => [String(param.name), param] as const)
    return new Map(
      [...described, ...declared].flatMap(([field, { type, label }]) =>
        fileTypes.has(type) ? [[field, String(label ?? field)] as const] : [],
      ),
    )
  }

  const copy = (fromId: string, toId: string, flowData: string) => {
    const names = namesIn(flowData)
    return names.length > 0 ? files.copy(fromId, toId, names) : Promise.resolve()
  }

  return { storeFiles, copy, removeAll: files.removeAll }
}

/** Wraps a save: stores the uploads of the flow data first, for the owner only. */
export function createFileStorage(
  storeFiles: (flowId: string, flowData: string) => Promise<string>,
  rejectOthers: (userId: string, flowId: string) => Promise<unknown>,
) {
  return <Input extends Sent, Result>(write: (actor: Actor, input: Input) => Promise<Result>) =>
    async (actor: Actor, input: Input): Promise<Result> => {
      if (input.flowData === undefined) {
        return write(actor, input)
      }
      await rejectOthers(actor.userId, input.id)
      return write(actor, { ...input, flowData: await storeFiles(input.id, input.flowData) })
    }
}

const isUpload = (entry: string) => entry.startsWith('data:')

function readEntries(value: unknown): string[] {
  if (Array.isArray(value)) {
    return value.map(String)
  }
  if (typeof value !== 'string' || value === '') {
    return []
  }
  const text = value.replace(STORAGE, '')
  return text.startsWith('[') ? readList(text) : [text]
}

function readList(text: string): string[] {
  const list = parseJson(text)
  return list === undefined ? [text] : [list].flat().map(String)
}

function namesIn(flowData: string): string[] {
  const names = new Set<string>()
  if (flowData.includes(STORAGE)) {
    JSON.parse(flowData, (_, value: unknown) => {
      if (typeof value === 'string' && value.startsWith(STORAGE)) {
        for (const name of readEntries(value)) {
          names.add(name)
        }
      }
      return value
    })
  }
  return [...names]
}
