import { extname } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { invalidInput } from '#shared/invalid-input.ts'
import type { FormFile, FormPart } from './form-parts.ts'

type Form = { body: Record<string, unknown>; files: FormFile[] }

/** Fields of the request itself; Flowise's clients send every other one to override an input of a node. */
const ownFields = new Set(['question', 'chatId', 'sessionId', 'streaming', 'leadEmail', 'stopNodeId'])
const jsonFields = new Set(['history', 'uploads', 'form', 'humanInput', 'action'])

const loaderFields: Record<string, string> = {
  '.txt': 'txtFile',
  '.pdf': 'pdfFile',
  '.json': 'jsonFile',
  '.csv': 'csvFile',
  '.jsonl': 'jsonlinesFile',
  '.docx': 'docxFile',
  '.yaml': 'yamlFile',
  '.yml': 'yamlFile',
  '.xlsx': 'excelFile',
  '.xls': 'excelFile',
  '.pptx': 'powerpointFile',
  '.ppt': 'powerpointFile',
}

export async function readForm(parts: AsyncIterable<FormPart>): Promise<Form> {
  const files: FormFile[] = []
  const body: Record<string, unknown> = {}
  const overrides: Record<string, unknown> = {}
  for await (const part of parts) {
    if ('file' in part) {
      files.push(part.file)
    } else {
      place(part.field, part.value, { body, overrides })
    }
  }
  return { body: { ...body, overrideConfig: overrides }, files }
}

type Parts = { body: Record<string, unknown>; overrides: Record<string, unknown> }

function place(field: string, value: unknown, { body, overrides }: Parts) {
  if (field === 'overrideConfig') {
    Object.assign(overrides, readJson(field, value))
  } else if (ownFields.has(field)) {
    body[field] = value
  } else if (jsonFields.has(field)) {
    body[field] = readJson(field, value)
  } else {
    overrides[field] = field === 'vars' ? readJson(field, value) : value
  }
}

/**
 * Stored file names by the loader field they fill, as in flow files. Throws INVALID_INPUT for a file type no
 * loader reads.
 */
export function fieldsOf(names: readonly string[]): Record<string, string> {
  const byField = Map.groupBy(names, (name) => {
    const field = loaderFields[extname(name).toLowerCase()]
    return field ?? rejectKind()
  })
  return Object.fromEntries(
    [...byField].map(([field, stored]) => [field, `FILE-STORAGE::${JSON.stringify(stored)}`]),
  )
}

function readJson(field: string, text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch (cause) {
    throw invalidInput({ [field]: [`${field} must be JSON text`] }, cause)
  }
}

function rejectKind(): never {
  throw new AppError('INVALID_INPUT', 'This file type is not allowed.')
}
