import type { ScoredDocument } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { toMessage } from '#server/nodes/hide-keys.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord } from '#shared/json.ts'
import type { RestStore } from './rest-store.ts'
import { type Filter, queryStore } from './store-handles.ts'

export type Weaviate = {
  url: string
  collection: string
  textKey: string
  /** Properties to return. Defaults to all scalar ones. */
  keys: string[] | undefined
  where: Filter
  /** Weight of the vector score; keywords weigh 1 − alpha. */
  alpha: number | undefined
  headers: Record<string, string>
  fetch: typeof globalThis.fetch
}
type Row = Record<string, Json> & { _additional?: { distance?: number; score?: string } }

const plainTypes = new Set(['text', 'string', 'int', 'number', 'boolean', 'date', 'uuid', 'text[]', 'int[]'])

export function weaviateStore(weaviate: Weaviate): RestStore {
  const { url, collection, textKey, headers, fetch } = weaviate
  const [name, text] = [checkName(collection), checkName(textKey)]
  const request = (path: string, body?: object, method?: string) =>
    queryStore({ name: 'Weaviate', fetch, headers }, `${url}/v1/${path}`, body, method)

  /** GraphQL returns only named properties. */
  async function namesOf(): Promise<string[]> {
    if (weaviate.keys) {
      return weaviate.keys.map(toName)
    }
    const schema = (await request(`schema/${name}`)) as {
      properties?: { name?: string; dataType?: string[] }[]
    } | null
    return (schema?.properties ?? []).flatMap(({ name: property = '', dataType = [] }) =>
      property !== textKey && dataType.every((type) => plainTypes.has(type)) ? [checkName(property)] : [],
    )
  }

  return {
    name: `${collection}_${textKey}`,
    async find({ vector, query, count, filter }) {
      const names = await namesOf()
      const near =
        weaviate.alpha === undefined
          ? { nearVector: { vector } }
          : { hybrid: { query, vector, alpha: weaviate.alpha } }
      const where = filter ? equalAll(filter) : weaviate.where
      const given = toGraphql({ ...near, limit: count, ...(where && { where }) }).slice(1, -1)
      const target = [text, ...names].join(' ')
      const answer = await request('graphql', {
        query: `{ Get { ${name}(${given}) { ${target} _additional { distance score } } } }`,
      })
      return rowsIn(answer, name, headers).map((row) => toDocument(row, text))
    },
    async put(documents, vectors, ids) {
      const objects = documents.map(({ pageContent, metadata }, place) => ({
        class: name,
        id: ids[place],
        vector: vectors[place],
        properties: { ...flat(metadata), [text]: pageContent },
      }))
      rejectIssues(await request('batch/objects', { objects }), headers)
    },
    async remove(ids) {
      const where = { path: ['id'], operator: 'ContainsAny', valueTextArray: ids }
      await request('batch/objects', { match: { class: name, where } }, 'DELETE')
    },
  }
}

function rowsIn(answer: Json, name: string, headers: object): Row[] {
  const { data, errors } = (answer ?? {}) as {
    data?: { Get?: Record<string, Row[] | null> }
    errors?: { message?: string }[]
  }
  if (errors?.[0]) {
    throw new AppError(
      'UPSTREAM_FAILED',
      `Weaviate answered: ${toMessage(errors[0].message ?? 'no reason', Object.values(headers))}.`,
    )
  }
  return data?.Get?.[name] ?? []
}

function toDocument({ _additional: found, ...row }: Row, text: string): ScoredDocument {
  const { [text]: content, ...metadata } = row
  const score =
    found?.distance === undefined || found.distance === null ? Number(found?.score ?? 0) : 1 - found.distance
  const known = Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null))
  return { pageContent: String(content ?? ''), metadata: known as Record<string, Json>, score }
}

function rejectIssues(answer: Json, headers: object) {
  const rows = (Array.isArray(answer) ? answer : []) as {
    result?: { errors?: { error?: { message?: string }[] } }
  }[]
  const message = rows.flatMap(({ result }) => result?.errors?.error ?? [])[0]?.message
  if (message !== undefined) {
    throw new AppError(
      'UPSTREAM_FAILED',
      `Weaviate did not take a document: ${toMessage(message, Object.values(headers))}.`,
    )
  }
}

/** JSON in GraphQL syntax: unquoted names, operators as words. */
function toGraphql(value: Json, key = ''): string {
  if (Array.isArray(value)) {
    return `[${value.map((each) => toGraphql(each)).join(', ')}]`
  }
  if (isRecord(value)) {
    const parts = Object.entries(value).map(([name, each]) => `${checkName(name)}: ${toGraphql(each, name)}`)
    return `{${parts.join(', ')}}`
  }
  return key === 'operator' ? checkName(String(value)) : JSON.stringify(value)
}

function equalAll(filter: Record<string, Json>): { [key: string]: Json } {
  const operands = Object.entries(filter).map(([name, value]): Json => {
    const path = [toName(name)]
    if (Array.isArray(value)) {
      return { path, operator: 'ContainsAny', valueText: value }
    }
    const kind =
      typeof value === 'number' ? 'valueNumber' : typeof value === 'boolean' ? 'valueBoolean' : 'valueText'
    return { path, operator: 'Equal', [kind]: value }
  })
  return { operator: 'And', operands }
}

function flat(metadata: Record<string, Json>, prefix = ''): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(metadata).flatMap(([name, value]) => {
      const property = toName(prefix + name)
      if (value === null) {
        return []
      }
      return isRecord(value)
        ? Object.entries(flat(value, `${property}_`))
        : [[property, value] as [string, Json]]
    }),
  )
}

/** Weaviate's property names: letters, digits and `_`, starting with a lower-case letter. */
function toName(name: string): string {
  const plain = name.replace(/\W/g, '_')
  return /^\d/.test(plain) ? `_${plain}` : plain.charAt(0).toLowerCase() + plain.slice(1)
}

function checkName(name: string): string {
  if (!/^[A-Za-z_]\w*$/.test(name)) {
    throw new AppError('INVALID_FLOW', `"${name}" is no name in Weaviate.`)
  }
  return name
}
