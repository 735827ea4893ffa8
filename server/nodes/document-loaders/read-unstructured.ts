import { z } from 'zod'
import type { StoredFile } from '#server/engine/document-ports.ts'
import type { Document } from '#server/engine/handles.ts'
import { callService, readResponse } from '#server/nodes/call-service.ts'
import { AppError } from '#shared/errors.ts'
import { characterBudget } from './character-budget.ts'

export type UnstructuredSettings = {
  readonly unstructuredAPIUrl: string | undefined
  readonly strategy: string | undefined
  readonly encoding: string | undefined
  readonly skipInferTableTypes: readonly string[] | undefined
  readonly hiResModelName: string | undefined
  readonly chunkingStrategy: string | undefined
  readonly ocrLanguages: readonly string[] | undefined
  readonly sourceIdKey: string | undefined
  readonly coordinates: boolean | undefined
  readonly xmlKeepTags: boolean | undefined
  readonly includePageBreaks: boolean | undefined
  readonly multiPageSections: boolean | undefined
  readonly combineUnderNChars: number | undefined
  readonly newAfterNChars: number | undefined
  readonly maxCharacters: number | undefined
}
type Account = { key: string | undefined; fetch: typeof globalThis.fetch; signal: AbortSignal }

const defaultUrl = 'https://api.unstructuredapp.io/general/v0/general'
/** Text recognition of a long file takes minutes. */
const timeoutMs = 300_000

const elementsSchema = z.array(
  z.looseObject({
    type: z.string().optional(),
    text: z.string().optional(),
    metadata: z.record(z.string(), z.json()).optional(),
  }),
)
type Element = z.output<typeof elementsSchema>[number]

/** One document per element or chunk that Unstructured returns. Files are sent one at a time. */
export async function readUnstructured(
  files: readonly StoredFile[],
  settings: UnstructuredSettings,
  { key, fetch, signal }: Account,
): Promise<Document[]> {
  const url = settings.unstructuredAPIUrl ?? defaultUrl
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new AppError('INVALID_FLOW', `"${url}" is not the address of an Unstructured server.`)
  }
  const documents: Document[] = []
  const spend = characterBudget()
  for (const file of files) {
    const form = await encode(toForm(file.name, await file.read(), settings))
    const response = await callService({ service: 'Unstructured', fetch, sent: [key] }, url, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': form.type,
        ...(key && { 'unstructured-api-key': key }),
      },
      body: form.bytes,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    const elements = await readResponse('Unstructured', response, elementsSchema)
    for (const document of toDocuments(elements, file.name, settings.sourceIdKey ?? 'source')) {
      spend(document.pageContent)
      documents.push(document)
    }
  }
  return documents
}

/** The guard sends bytes, because a redirect may require them again. */
async function encode(form: FormData) {
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? 'multipart/form-data'
  return { type, bytes: new Uint8Array(await encoded.arrayBuffer()) }
}

function toForm(name: string, bytes: Uint8Array, settings: UnstructuredSettings): FormData {
  const form = new FormData()
  form.append('files', new Blob([new Uint8Array(bytes)]), name)
  const isChunked = settings.chunkingStrategy !== undefined && settings.chunkingStrategy !== 'None'
  const fields = {
    strategy: settings.strategy,
    encoding: settings.encoding,
    hi_res_model_name: settings.strategy === 'hi_res' ? settings.hiResModelName : undefined,
    chunking_strategy: isChunked ? settings.chunkingStrategy : undefined,
    skip_infer_table_types: listOf(settings.skipInferTableTypes),
    coordinates: settings.coordinates,
    xml_keep_tags: settings.xmlKeepTags,
    include_page_breaks: settings.includePageBreaks,
    ...(isChunked && {
      multipage_sections: settings.multiPageSections,
      combine_under_n_chars: settings.combineUnderNChars,
      new_after_n_chars: settings.newAfterNChars,
      max_characters: settings.maxCharacters,
    }),
  }
  for (const [field, value] of Object.entries(fields)) {
    if (value !== undefined) {
      form.append(field, String(value))
    }
  }
  for (const language of settings.ocrLanguages ?? []) {
    form.append('languages', language)
  }
  return form
}

const listOf = (names: readonly string[] | undefined) => (names?.length ? JSON.stringify(names) : undefined)

/** The nearest title above an element is its heading. */
function toDocuments(elements: readonly Element[], source: string, sourceKey: string): Document[] {
  let heading: string | undefined
  return elements.flatMap(({ type = '', text = '', metadata = {} }) => {
    heading = type === 'Title' && text.trim() !== '' ? text.trim() : heading
    if (text.trim() === '') {
      return []
    }
    const { page_number: page } = metadata
    return [
      {
        pageContent: text,
        metadata: {
          [sourceKey]: source,
          ...metadata,
          category: type,
          ...(typeof page === 'number' && { loc: { pageNumber: page } }),
          ...(heading !== undefined && { heading }),
        },
      },
    ]
  })
}
