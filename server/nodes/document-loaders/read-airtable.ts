import type { Json } from '#server/engine/inputs.ts'
import { readList } from '#server/nodes/chat-models/read-settings.ts'
import { asList, asObject } from '#server/nodes/tools/search/search-json.ts'
import { characterBudget } from './character-budget.ts'
import { requestService } from './request-service.ts'

export const airtableInputs = {
  baseId: {
    label: 'Base ID',
    type: 'string',
    placeholder: 'app11RobdGoX0YNsC',
    description: 'The part of the table’s URL that starts with app.',
  },
  tableId: {
    label: 'Table ID',
    type: 'string',
    placeholder: 'tblJdmvbrgizbYICO',
    description: 'The part of the table’s URL that starts with tbl.',
  },
  returnAll: {
    label: 'Return All',
    type: 'boolean',
    description: 'Read all records instead of the first ones.',
    default: true,
    additionalParams: true,
    optional: true,
  },
  limit: {
    label: 'Limit',
    type: 'number',
    description: 'Max records when not all are read.',
    default: 100,
    step: 1,
    min: 1,
    additionalParams: true,
    optional: true,
  },
} as const

export type AirtableTable = {
  readonly baseId: string
  readonly tableId: string
  readonly viewId?: string | undefined
  readonly fields?: string | undefined
  readonly filterByFormula?: string | undefined
  readonly returnAll: boolean | undefined
  readonly limit: number | undefined
}
type AirtableRecord = { id: string; fields: Record<string, Json> }

const pageSize = 100
const defaultLimit = 100
const maxRecords = 50_000

export async function readAirtable(
  { baseId, tableId, viewId, fields, filterByFormula, returnAll, limit }: AirtableTable,
  { token, fetch, signal }: { token: string; fetch: typeof globalThis.fetch; signal: AbortSignal },
): Promise<AirtableRecord[]> {
  const service = { name: 'Airtable', fetch, headers: { authorization: `Bearer ${token}` }, signal }
  const table = [baseId, tableId].map((part) => encodeURIComponent(part.trim())).join('/')
  const fieldNames = readList(fields)
  const max = returnAll ? maxRecords : Math.min(maxRecords, Math.max(1, Math.trunc(limit ?? defaultLimit)))
  const records: AirtableRecord[] = []
  const spend = characterBudget()
  for (let offset: string | undefined; ; ) {
    const answer = await requestService(service, `https://api.airtable.com/v0/${table}/listRecords`, {
      body: {
        pageSize: Math.min(pageSize, max - records.length),
        ...(viewId && { view: viewId }),
        ...(fieldNames && { fields: fieldNames }),
        ...(filterByFormula && { filterByFormula }),
        ...(offset !== undefined && { offset }),
      },
    })
    const page = asList(answer.records)
    spend(JSON.stringify(page))
    records.push(
      ...page.map(({ id, fields: values }) => ({ id: String(id), fields: asObject(values) ?? {} })),
    )
    offset = typeof answer.offset === 'string' ? answer.offset : undefined
    if (offset === undefined || records.length >= max || page.length === 0) {
      return records.slice(0, max)
    }
  }
}
