import { z } from 'zod'
import { braveSearchApi } from '#server/credentials/brave-search-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { Tool } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { textOf } from '#server/nodes/tools/one-text.ts'
import {
  asList,
  asObject,
  type Found,
  oneSearch,
  pick,
  searchJson,
} from '#server/nodes/tools/search/search-json.ts'
import { AppError } from '#shared/errors.ts'
import { toRecord } from '#shared/json.ts'
import { mcpActions } from './open-tools.ts'

const BASE = 'https://api.search.brave.com/res/v1'
/** Brave returns at most 20 results, and pages up to the tenth. */
const asked = z.object({
  query: z.string().trim().min(1),
  count: z.coerce.number().int().min(1).max(20).catch(10),
  offset: z.coerce.number().int().min(0).max(9).catch(0),
})

const query = { type: 'string', description: 'What to search for, at most 400 characters' }
const count = { type: 'integer', minimum: 1, maximum: 20, description: 'How many results; 10 if absent' }
const offset = { type: 'integer', minimum: 0, maximum: 9, description: 'Page of the results; 0 if absent' }

const described: Record<'web' | 'local', Omit<Tool, 'call'>> = {
  web: {
    name: 'brave_web_search',
    description: 'Searches the web for pages, news and articles.',
    parameters: { type: 'object', properties: { query, count, offset }, required: ['query'] },
    effect: 'read',
  },
  local: {
    name: 'brave_local_search',
    description: 'Searches for places and businesses. Where there are none, it searches the web.',
    parameters: { type: 'object', properties: { query, count }, required: ['query'] },
    effect: 'read',
  },
}

/** The two tools of the vendor's reference server, without its process. */
export const braveSearchMCP = defineNode({
  name: 'braveSearchMCP',
  label: 'Brave Search MCP',
  version: 1,
  category: 'Tools (MCP)',
  description: 'Searches the web and places with Brave.',
  icon: 'plug',
  baseClasses: ['Tool'],
  credential: braveSearchApi,
  sharedCredential: 'metered',
  inputs: { mcpActions },
  loadMethods: {
    listActions: async () =>
      Object.values(described).map(({ name, description }) => ({ label: name, name, description })),
  },

  build({ credential, inputs, ports }) {
    const get = (path: string, queries: Record<string, string | number>) =>
      ports.paid({
        ...oneSearch('brave'),
        send: () =>
          searchJson(ports.fetch, 'Brave Search', `${BASE}${path}`, {
            query: queries,
            headers: { 'X-Subscription-Token': credential.braveApiKey },
          }),
      })
    const searchWeb = async ({ query: q, count: n, offset: page }: z.output<typeof asked>) => {
      const { web } = await get('/web/search', { q, count: n, offset: page })
      return toText(
        pick(asList(asObject(web)?.results), { title: 'title', link: 'url', snippet: 'description' }),
      )
    }
    const searchPlaces = async (wanted: z.output<typeof asked>) => {
      const { locations } = await get('/web/search', {
        ...{ q: wanted.query, count: wanted.count, result_filter: 'locations' },
      })
      const ids = asList(asObject(locations)?.results).flatMap(({ id }) => (typeof id === 'string' ? id : []))
      if (ids.length === 0) {
        return searchWeb(wanted)
      }
      const { results } = await get('/local/pois', { ids: ids.slice(0, wanted.count).join(',') })
      return toText(asList(results).map(toPlace))
    }
    const tools: Tool[] = [
      { ...described.web, call: async (args) => searchWeb(read(args)) },
      { ...described.local, call: async (args) => searchPlaces(read(args)) },
    ]
    const actions = inputs.mcpActions
    return actions?.length ? tools.filter(({ name }) => actions.includes(name)) : tools
  },
})

function read(args: Json) {
  const query = textOf(args, 'query').slice(0, 400)
  const { success, data } = asked.safeParse({ ...toRecord(args), query })
  if (!success) {
    throw new AppError('INVALID_INPUT', 'Say what to search for.')
  }
  return data
}

function toPlace(place: Found) {
  const { displayAddress, streetAddress } = asObject(place.postal_address) ?? asObject(place.address) ?? {}
  const [hours] = asList(asObject(place.opening_hours)?.current_day)
  return {
    ...(pick([place], {
      name: 'title',
      link: 'url',
      price: 'price_range',
      description: 'description',
    })[0] as Found),
    address: displayAddress ?? streetAddress ?? null,
    phone: asObject(place.contact)?.telephone ?? place.phone ?? null,
    rating: asObject(place.rating)?.ratingValue ?? null,
    ...(hours && { today: pick([hours], { opens: 'opens', closes: 'closes' })[0] }),
  }
}

function toText(rows: readonly unknown[]) {
  return { text: rows.length === 0 ? 'Nothing was found.' : JSON.stringify(rows) }
}
