import type { AnyCall } from '#server/engine/define-node.ts'
import type { Document, DocumentSource, MarkedDocument, TextSplitter } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { yieldEvery } from '#server/engine/pause.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord } from '#shared/json.ts'
import { splitDocument } from './split-document.ts'

const more = { optional: true, additionalParams: true } as const

export const textSplitter = { label: 'Text Splitter', type: 'TextSplitter', optional: true } as const
export const metadata = {
  label: 'Additional Metadata',
  type: 'json',
  description: 'Added to the metadata of every document.',
  ...more,
} as const
export const omitMetadataKeys = {
  label: 'Omit Metadata Keys',
  type: 'string',
  description: 'Metadata keys to omit, comma-separated. * omits all but the additional metadata.',
  placeholder: 'key1, key2, key3.nestedKey1',
  rows: 4,
  ...more,
} as const

export type LoaderCall = {
  inputs: {
    readonly textSplitter: TextSplitter | undefined
    readonly metadata: Json | undefined
    readonly omitMetadataKeys: string | undefined
  }
  label: string
  signal: AbortSignal
}

/** A loader's `document` output; `json` lets the canvas link it to text fields. */
export type LoadedDocuments = DocumentSource & Json

export function makeSource(
  { inputs, label }: Pick<LoaderCall, 'inputs' | 'label'>,
  { key, load }: { key: string; load(): Promise<MarkedDocument[]> },
): LoadedDocuments {
  const { textSplitter: splitter, metadata: added, omitMetadataKeys: omitted } = inputs
  const source: DocumentSource = {
    key: JSON.stringify([key, splitter?.key ?? null, added ?? null, omitted ?? null]),
    async load() {
      const pieces: Document[] = []
      const pauseIfDue = yieldEvery()
      for (const document of await withLabel(label, load)) {
        for (const { pageContent, metadata: own } of await splitDocument(document, splitter)) {
          pieces.push({ pageContent, metadata: mergeMetadata(own, added, omitted) })
          await pauseIfDue()
        }
      }
      return pieces
    },
  }
  return source as LoadedDocuments
}

export function loaderOutputs<Call>(open: (call: Call) => LoadedDocuments | Promise<LoadedDocuments>) {
  return {
    document: {
      label: 'Document',
      description: 'Documents with text and metadata.',
      baseClasses: ['Document', 'json'],
      build: open,
    },
    text: {
      label: 'Text',
      description: 'The texts of all documents combined.',
      baseClasses: ['string', 'json'],
      async build(call: Call) {
        const documents = await (await open(call)).load()
        return documents.map(({ pageContent }) => pageContent).join('\n\n')
      },
    },
  } as const
}

/** Prefixes errors with the loader's name, because documents are read later. */
async function withLabel<Result>(label: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof AppError && !error.message.startsWith(label)
      ? new AppError(error.code, `${label}: ${error.message}`, { cause: error.cause })
      : error
  }
}

function mergeMetadata(
  own: Document['metadata'],
  added: Json | undefined,
  omitted = '',
): Document['metadata'] {
  const names = omitted.split(',').map((name) => name.trim())
  const stored = names.includes('*') ? {} : names.reduce(without, own)
  return { ...stored, ...(isRecord(added) ? added : {}) }
}

function without(data: Document['metadata'], path: string): Document['metadata'] {
  const [name = '', ...rest] = path.split('.')
  const { [name]: part, ...others } = data
  if (part === undefined || rest.length === 0) {
    return others
  }
  const isData = isRecord(part)
  return isData ? { ...others, [name]: without(part, rest.join('.')) } : data
}

/** A cache key part for sources that do not report changes. It changes every `hours`. */
export function currentPeriod(hours: number): number {
  return Math.floor(Date.now() / (hours * 3_600_000))
}

export async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Runs at most `max` tasks at a time. The order is kept. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  max: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length)
  const waiting = items.entries()
  const worker = async () => {
    for (const [index, item] of waiting) {
      results[index] = await work(item)
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, Math.min(max, items.length)) }, worker))
  return results
}

export type LoaderPorts = AnyCall['ports']
