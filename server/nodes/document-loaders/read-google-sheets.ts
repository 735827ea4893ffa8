import { z } from 'zod'
import type { Document } from '#server/engine/handles.ts'
import { AppError } from '#shared/errors.ts'
import { characterBudget } from './character-budget.ts'
import { checkGoogleId, type openGoogle } from './google-account.ts'

export type SheetsChoice = {
  spreadsheets: readonly string[]
  sheets: readonly string[] | undefined
  range: string | undefined
  hasHeader: boolean
  values: string
}

const api = 'https://sheets.googleapis.com/v4/spreadsheets'
const maxRows = 200_000

const bookSchema = z.object({
  properties: z.object({ title: z.string().default('') }),
  sheets: z.array(z.object({ properties: z.object({ title: z.string() }) })).default([]),
})
const valuesSchema = z.object({ values: z.array(z.array(z.json())).default([]) })

type Google = ReturnType<typeof openGoogle>

/** Throws INVALID_FLOW for a sheet that does not exist, and TOO_LARGE for too many rows. */
export async function readSheets(
  choice: SheetsChoice,
  google: Google,
  signal: AbortSignal,
): Promise<Document[]> {
  const documents: Document[] = []
  const spend = characterBudget()
  for (const id of choice.spreadsheets.map((each) => checkGoogleId(each, 'spreadsheet'))) {
    for await (const document of readBook(id, choice, google, signal)) {
      spend(document.pageContent)
      documents.push(document)
      if (documents.length > maxRows) {
        throw new AppError('TOO_LARGE', `There are more than ${maxRows} rows to read. Enter a range.`)
      }
    }
  }
  return documents
}

async function* readBook(
  id: string,
  choice: SheetsChoice,
  google: Google,
  signal: AbortSignal,
): AsyncGenerator<Document> {
  const about = new URL(`${api}/${id}`)
  about.search = new URLSearchParams({ fields: 'properties.title,sheets.properties.title' }).toString()
  const book = await google.read(about, bookSchema, signal)
  const { title } = book.properties
  const source = `https://docs.google.com/spreadsheets/d/${id}`
  const names = book.sheets.map(({ properties }) => properties.title)
  for (const worksheet of choice.sheets ?? names) {
    if (!names.includes(worksheet)) {
      throw new AppError('INVALID_FLOW', `${title} has no sheet named ${worksheet}.`)
    }
    const url = new URL(`${api}/${id}/values/${encodeURIComponent(toRange(worksheet, choice.range))}`)
    url.search = new URLSearchParams({ valueRenderOption: choice.values }).toString()
    const { values } = await google.read(url, valuesSchema, signal)
    for (const { pageContent, rowNum } of toRows(values, choice.hasHeader)) {
      yield { pageContent, metadata: { source, title, worksheet, rowNum } }
    }
  }
}

function toRange(worksheet: string, cells: string | undefined): string {
  const name = `'${worksheet.replaceAll("'", "''")}'`
  return cells ? `${name}!${cells.trim()}` : name
}

function toRows(values: z.output<typeof valuesSchema>['values'], hasHeader: boolean) {
  const rows = values.map((row) => row.map((value) => (value === null ? '' : String(value).trim())))
  const header = hasHeader ? (rows[0] ?? []) : undefined
  return rows
    .map((row, index) => ({
      rowNum: index + 1,
      pageContent: header
        ? row
            .map((value, column) =>
              value === '' ? '' : `${header[column] || `Column ${column + 1}`}: ${value}`,
            )
            .filter((line) => line !== '')
            .join('\n')
        : row.join(' | '),
    }))
    .filter(({ rowNum, pageContent }) => /[^\s|]/.test(pageContent) && !(header && rowNum === 1))
}
