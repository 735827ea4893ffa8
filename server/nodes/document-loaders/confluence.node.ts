import { confluenceCloudApi } from '#server/credentials/confluence-cloud-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { Document } from '#server/engine/handles.ts'
import { markMarkdown } from '#server/engine/headings.ts'
import { asList, asObject, type Found } from '#server/nodes/tools/search/search-json.ts'
import { rejectSharedKey } from '#server/nodes/vector-stores/reject-shared-key.ts'
import { characterBudget } from './character-budget.ts'
import {
  currentPeriod,
  type LoaderCall,
  type LoaderPorts,
  loaderOutputs,
  makeSource,
  mapConcurrently,
  metadata,
  omitMetadataKeys,
  textSplitter,
} from './document-source.ts'
import { basic, requestService } from './request-service.ts'

const pageSize = 25
const maxPages = 2_000
const atATime = 4

type Call = LoaderCall & {
  isShared: boolean
  inputs: { readonly baseUrl: string; readonly spaceKey: string; readonly limit: number | undefined }
  credential: { readonly accessToken: string; readonly username: string }
  ports: LoaderPorts
}

export const confluence = defineNode({
  name: 'confluence',
  label: 'Confluence',
  version: 1,
  category: 'Document Loaders',
  description: 'Reads the pages of a Confluence space. Refreshed daily.',
  icon: 'document',
  baseClasses: ['Document'],
  credential: confluenceCloudApi,

  inputs: {
    textSplitter,
    baseUrl: { label: 'Base URL', type: 'string', placeholder: 'https://example.atlassian.net/wiki' },
    spaceKey: {
      label: 'Space Key',
      type: 'string',
      placeholder: 'MUSEUM',
      description: 'The part of the URL after /spaces/.',
    },
    limit: {
      label: 'Limit',
      type: 'number',
      description: 'Max pages. 0: up to 2,000.',
      default: 0,
      step: 1,
      min: 0,
      optional: true,
    },
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs((call: Call) => {
    rejectSharedKey(call)
    const { baseUrl, spaceKey, limit } = call.inputs
    return makeSource(call, {
      key: JSON.stringify(['confluence', baseUrl, spaceKey, limit, currentPeriod(24)]),
      load: () => readSpace(call),
    })
  }),
})

async function readSpace({ inputs, credential, ports, signal }: Call): Promise<Document[]> {
  const base = inputs.baseUrl.trim().replace(/\/+$/, '')
  const authorization = basic(credential.username, credential.accessToken)
  const service = { name: 'Confluence', fetch: ports.fetch, headers: { authorization }, signal }
  const limit = Math.trunc(inputs.limit ?? 0)
  const max = limit > 0 ? Math.min(limit, maxPages) : maxPages
  const pages: Found[] = []
  const spend = characterBudget()
  for (;;) {
    const query = {
      spaceKey: inputs.spaceKey.trim(),
      type: 'page',
      limit: Math.min(pageSize, max - pages.length),
      start: pages.length,
      expand: 'body.storage,version',
    }
    const answer = await requestService(service, `${base}/rest/api/content`, { query })
    const found = asList(answer.results)
    spend(JSON.stringify(found))
    pages.push(...found)
    // A short page may not be the last one; only a missing link ends the list.
    if (asObject(answer._links)?.next === undefined || found.length === 0 || pages.length >= max) {
      break
    }
  }
  return mapConcurrently(pages.slice(0, max), atATime, async (page) =>
    markMarkdown(await toDocument(page, base, ports)),
  )
}

async function toDocument(page: Found, base: string, { readDocument }: LoaderPorts): Promise<Document> {
  const html = String(asObject(asObject(page.body)?.storage)?.value ?? '')
  const title = String(page.title ?? '')
  const [read] =
    html.trim() === '' ? [] : await readDocument(new TextEncoder().encode(html), 'htmlAsMarkdown')
  const { number, by, when } = asObject(page.version) ?? {}
  return {
    pageContent: `${title}\n\n${read?.pageContent ?? ''}`.trim(),
    metadata: {
      source: `${base}${String(asObject(page._links)?.webui ?? '')}`,
      id: String(page.id ?? ''),
      title,
      ...(typeof page.status === 'string' && { status: page.status }),
      ...(number !== undefined && { version: number }),
      ...(when !== undefined && { updatedAt: when }),
      ...(asObject(by)?.displayName !== undefined && { updatedBy: asObject(by)?.displayName ?? null }),
    },
  }
}
