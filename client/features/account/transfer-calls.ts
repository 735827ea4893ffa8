import { requestHeaders } from '#client/api/client.ts'
import { toAppError, toResponseError } from '#client/api/errors.ts'
import type { AppError } from '#shared/errors.ts'
import type { ExportData, ImportPreview, ImportResult, TransferKind } from '#shared/export-import.ts'

// Plain fetch, since these files exceed the body limit of tRPC and are sent unchanged.

/** Throws AppError. */
export async function fetchExport(kinds: readonly TransferKind[]): Promise<ExportData> {
  const flags = Object.fromEntries(kinds.map((kind) => [kind, true]))
  return post('export', JSON.stringify(flags))
}

/** A dry run of the import. Throws `AppError`. */
export async function previewImport(file: File): Promise<ImportPreview> {
  return post('preview', file)
}

/** Throws AppError; nothing of the file is imported then. */
export async function importFile(file: File, kinds: readonly TransferKind[]): Promise<ImportResult> {
  return post(`import?kinds=${kinds.join(',')}`, file)
}

async function post<Answer>(path: string, body: string | File): Promise<Answer> {
  let response: Response
  try {
    response = await fetch(`/api/v1/export-import/${path}`, {
      method: 'POST',
      headers: { ...requestHeaders(), 'content-type': 'application/json' },
      body,
    })
  } catch (cause) {
    throw toAppError(cause)
  }
  if (!response.ok) {
    throw await readError(response)
  }
  return (await response.json()) as Answer
}

async function readError(response: Response): Promise<AppError> {
  const error: unknown = await response.json().catch(() => undefined)
  return toResponseError(response.status, error)
}
