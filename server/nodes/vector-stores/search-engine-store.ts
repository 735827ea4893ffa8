import type { Json } from '#server/engine/inputs.ts'
import { toMessage } from '#server/nodes/hide-keys.ts'
import { AppError } from '#shared/errors.ts'
import type { RestStore } from './rest-store.ts'
import { type Filter, queryStore } from './store-handles.ts'

type Engine = {
  name: string
  url: string
  index: string
  headers: Record<string, string>
  fetch: typeof globalThis.fetch
  settings(dimensions: number): { [key: string]: Json }
  query(vector: number[], count: number, conditions: Json[]): { [key: string]: Json }
}
type Hit = { _score?: number; _source?: { text?: string; metadata?: Record<string, Json> } }

/** Elasticsearch and OpenSearch: documents of `embedding`, `text` and `metadata`. */
export function searchEngineStore(engine: Engine): RestStore {
  const { name, fetch, headers, index } = engine
  const root = engine.url.trim().replace(/\/+$/, '')
  const place = `${root}/${encodeURIComponent(index)}`
  const request = (url: string, body: object | string, method?: string) =>
    queryStore({ name, fetch, headers }, url, body, method)

  async function make(dimensions: number) {
    try {
      await request(place, engine.settings(dimensions), 'PUT')
    } catch (error) {
      if (!(error instanceof AppError && /already exists/.test(error.message))) {
        throw error
      }
    }
  }

  async function change(lines: readonly object[]) {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    const answer = await request(`${root}/_bulk?refresh=true`, text)
    const issue = firstIssue(answer)
    if (issue !== undefined) {
      throw new AppError(
        'UPSTREAM_FAILED',
        `${name} did not take a document: ${toMessage(issue, Object.values(headers))}.`,
      )
    }
  }

  return {
    name: index,
    async find({ vector, count, filter }) {
      const answer = await request(`${place}/_search`, engine.query(vector, count, conditionsOf(filter)))
      const { hits } = (answer ?? {}) as { hits?: { hits?: Hit[] } }
      return (hits?.hits ?? []).map(({ _score: score = 0, _source: { text = '', metadata = {} } = {} }) => ({
        pageContent: text,
        metadata,
        score,
      }))
    },
    async put(documents, vectors, ids) {
      await make(vectors[0]?.length ?? 0)
      await change(
        documents.flatMap(({ pageContent: text, metadata }, at) => [
          { index: { _index: index, _id: ids[at] } },
          { text, metadata, embedding: vectors[at] },
        ]),
      )
    },
    async remove(ids) {
      await change(ids.map((id) => ({ delete: { _index: index, _id: id } })))
    },
  }
}

/** Exact filters on strings need the `.keyword` field. */
function conditionsOf(filter: Filter): Json[] {
  return Object.entries(filter ?? {}).map(([name, value]) => {
    const values = Array.isArray(value) ? value : [value]
    const field = `metadata.${name}${values.every((each) => typeof each === 'string') ? '.keyword' : ''}`
    return { terms: { [field]: values } }
  })
}

/** A bulk request succeeds or fails per line. Deleting a missing document is not an error. */
function firstIssue(answer: Json): string | undefined {
  const { errors, items = [] } = (answer ?? {}) as {
    errors?: boolean
    items?: Record<string, { error?: { reason?: string; type?: string } }>[]
  }
  const issues = items.flatMap((item) => Object.values(item).flatMap(({ error }) => (error ? [error] : [])))
  const [first] = issues
  return errors && first ? (first.reason ?? first.type ?? 'it did not say why').replace(/\.$/, '') : undefined
}
