import { extname } from 'node:path'
import type { Catalogue } from '#server/engine/check-flow.ts'
import type { Json } from '#server/engine/inputs.ts'
import type { StoredFile } from '#server/engine/ports.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { NewId } from '#server/ids.ts'
import { parseFlowFile } from '#shared/flow-file.ts'
import { parseJson } from '#shared/json.ts'
import type { SourceFile } from '#shared/stores.ts'
import { idOfPart, toFlowFile } from './component-flow.ts'

const STORAGE = 'FILE-STORAGE::'

type Deps = {
  newId: NewId
  now: () => Date
  catalogue: Catalogue
  keepFiles: FlowsService['keepFiles']
  open(storeId: string, name: string): Promise<StoredFile>
}

type Config = Record<string, Json>
type Loader = { storeId: string; loaderId: string; loaderConfig: Config; files: readonly SourceFile[] }

/** Files of loaders: uploads inside a loader's settings are moved to the files of the store. */
export function createSourceFiles({ newId, now, catalogue, keepFiles, open }: Deps) {
  /** Throws TOO_LARGE and INVALID_FLOW naming the field. `files` of before keep their ids. */
  async function store({ storeId, loaderId, loaderConfig, files }: Loader) {
    const id = idOfPart(loaderId)
    const file = toFlowFile([{ id, name: loaderId, config: loaderConfig }], catalogue)
    const parsed = parseFlowFile(await keepFiles(storeId, JSON.stringify(file)))
    const inputs = parsed.nodes[0]?.data.inputs ?? {}
    const stored = Object.fromEntries(
      Object.keys(loaderConfig).map((name) => [name, (inputs[name] ?? loaderConfig[name]) as Json]),
    )
    const config = { ...loaderConfig, ...stored }
    return { config, files: await describe(storeId, namesIn(config), files) }
  }

  async function describe(storeId: string, names: readonly string[], known: readonly SourceFile[]) {
    const found: SourceFile[] = []
    for (const name of names) {
      const before = known.find((file) => file.name === name)
      const bytes = await (await open(storeId, name)).read()
      found.push({
        ...{ id: before?.id ?? newId(), name, mimePrefix: mimeOf(name), size: bytes.length },
        ...{ status: before?.status ?? 'NEW', uploaded: before?.uploaded ?? now().toISOString() },
      })
    }
    return found
  }

  return { store }
}

export type SourceFiles = ReturnType<typeof createSourceFiles>

function namesIn(config: Config): string[] {
  const names = Object.values(config).flatMap((value) => {
    if (typeof value !== 'string' || !value.startsWith(STORAGE)) {
      return []
    }
    const list = parseJson(value.slice(STORAGE.length))
    return list === undefined ? [value.slice(STORAGE.length)] : [list].flat().map(String)
  })
  return [...new Set(names)]
}

function mimeOf(name: string) {
  return types[extname(name).toLowerCase()] ?? 'text/plain'
}

const types: Record<string, string> = {
  '.pdf': 'application/pdf',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.csv': 'text/csv',
  '.html': 'text/html',
  '.htm': 'text/html',
  '.md': 'text/markdown',
  '.json': 'application/json',
  '.jsonl': 'application/jsonl',
  '.epub': 'application/epub+zip',
}
