import type { z } from 'zod'
import type { Json } from '#server/engine/inputs.ts'
import type { FormFile } from '#server/http/form-parts.ts'
import { isRecord, parseJson } from '#shared/json.ts'
import type { LoaderInput, storeUpsertInput } from '#shared/stores.ts'
import { rejectMissing } from './index-parts.ts'
import type { StoreSourceRow } from './stores.table.ts'

type StoreUpsert = z.output<typeof storeUpsertInput>

/** Loaders by the extension of a file that is sent without one. */
const fileLoader = 'fileLoader'
const fileFields: Readonly<Record<string, string>> = {
  textFile: 'txtFile',
  pdfFile: 'pdfFile',
  docxFile: 'docxFile',
  csvFile: 'csvFile',
  jsonFile: 'jsonFile',
  jsonlinesFile: 'jsonlinesFile',
  excelFile: 'excelFile',
  microsoftExcel: 'excelFile',
  powerpointFile: 'powerpointFile',
  microsoftPowerpoint: 'powerpointFile',
  microsoftWord: 'docxFile',
  unstructuredFileLoader: 'fileObject',
  fileLoader: 'fileObject',
}

/**
 * The loader of an upsert: an existing one, changed by what is sent. Throws INVALID_FLOW when there is neither. Files
 * are put into its file field; without a loader, they are read by their extension.
 */
export function loaderOf(
  { loader, splitter, metadata, loaderName }: StoreUpsert,
  before: StoreSourceRow | undefined,
  files: readonly FormFile[],
): Omit<LoaderInput, 'storeId'> {
  const name = loader?.name ?? before?.loaderId ?? (files.length > 0 ? fileLoader : rejectMissing('Loader'))
  const base = name === before?.loaderId ? before : undefined
  const config = { ...base?.loaderConfig, ...loader?.config }
  return {
    loaderId: name,
    loaderName: loaderName ?? base?.loaderName ?? '',
    loaderConfig: {
      ...config,
      ...(metadata && { metadata: { ...metadataOf(config.metadata), ...metadata } }),
      ...(files.length > 0 && { [fileFields[name] ?? 'fileObject']: files.map(toDataUrl) }),
    },
    ...splitterOf(splitter, base),
    credential: base?.credential ?? null,
    previewChunkCount: 0,
  }
}

function splitterOf(sent: StoreUpsert['splitter'], before: StoreSourceRow | undefined) {
  const splitterId = sent?.name ?? before?.splitterId ?? null
  const base = splitterId === before?.splitterId ? before : undefined
  return {
    splitterId,
    splitterName: base?.splitterName ?? null,
    splitterConfig: { ...base?.splitterConfig, ...sent?.config },
  }
}

/** Stored as an object, or as JSON text by older clients. */
function metadataOf(stored: Json | undefined): Record<string, Json> {
  const value = typeof stored === 'string' ? parseJson(stored) : stored
  return isRecord(value) ? (value as Record<string, Json>) : {}
}

function toDataUrl({ name, mimeType, bytes }: FormFile): string {
  return `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')},filename:${name}`
}
