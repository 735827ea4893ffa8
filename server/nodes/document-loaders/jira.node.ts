import { jiraApi } from '#server/credentials/jira-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { Document } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { asList, asObject, type Found } from '#server/nodes/tools/search/search-json.ts'
import { rejectSharedKey } from '#server/nodes/vector-stores/reject-shared-key.ts'
import { AppError } from '#shared/errors.ts'
import { characterBudget } from './character-budget.ts'
import {
  currentPeriod,
  type LoaderCall,
  type LoaderPorts,
  loaderOutputs,
  makeSource,
  metadata,
  omitMetadataKeys,
  textSplitter,
} from './document-source.ts'
import { basic, requestService } from './request-service.ts'

const defaultPageSize = 100
const maxIssues = 10_000
const fields =
  'summary,description,status,priority,issuetype,project,creator,assignee,labels,created,updated,duedate'

type Call = LoaderCall & {
  isShared: boolean
  inputs: {
    readonly host: string
    readonly projectKey: string
    readonly limitPerRequest: number | undefined
    readonly createdAfter: string | undefined
  }
  credential: { readonly username: string; readonly accessToken: string }
  ports: LoaderPorts
}

export const jira = defineNode({
  name: 'jira',
  label: 'Jira',
  version: 1,
  category: 'Document Loaders',
  description: 'Reads the issues of a Jira project. Each issue becomes a document. Refreshed hourly.',
  icon: 'document',
  baseClasses: ['Document'],
  credential: jiraApi,

  inputs: {
    host: { label: 'Host', type: 'string', placeholder: 'https://example.atlassian.net' },
    projectKey: { label: 'Project Key', type: 'string', default: 'main' },
    limitPerRequest: {
      label: 'Limit per request',
      type: 'number',
      description: 'Issues per request.',
      placeholder: '100',
      step: 1,
      min: 1,
      optional: true,
    },
    createdAfter: {
      label: 'Created after',
      type: 'string',
      placeholder: '2024-01-01',
      optional: true,
    },
    textSplitter,
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs((call: Call) => {
    rejectSharedKey(call)
    const { host, projectKey, createdAfter } = call.inputs
    const question = jqlOf(projectKey, createdAfter)
    return makeSource(call, {
      key: JSON.stringify(['jira', host, question, currentPeriod(1)]),
      load: () => readIssues(call, question),
    })
  }),
})

function jqlOf(project: string, createdAfter: string | undefined): string {
  const after = createdAfter === undefined ? undefined : new Date(createdAfter)
  if (after && Number.isNaN(after.getTime())) {
    throw new AppError('INVALID_FLOW', `"${createdAfter}" is not a day.`)
  }
  const since = after ? ` AND created >= "${after.toISOString().slice(0, 10)}"` : ''
  return `project = "${project.trim().replace(/["\\]/g, '\\$&')}"${since} ORDER BY created ASC`
}

async function readIssues({ inputs, credential, ports, signal }: Call, jql: string): Promise<Document[]> {
  const host = inputs.host.trim().replace(/\/+$/, '')
  const authorization = basic(credential.username, credential.accessToken)
  const service = { name: 'Jira', fetch: ports.fetch, headers: { authorization }, signal }
  const maxResults = Math.trunc(inputs.limitPerRequest ?? defaultPageSize)
  const request = (path: string, query: Record<string, string | number | undefined>) =>
    requestService(service, `${host}/rest/api/2/${path}`, { query: { jql, maxResults, fields, ...query } })
  const isCloud = /\.atlassian\.net$/.test(URL.canParse(host) ? new URL(host).hostname : '')
  const issues: Found[] = []
  const spend = characterBudget()
  for await (const page of isCloud ? pagesByMark(request) : pagesByNumber(request)) {
    spend(JSON.stringify(page))
    issues.push(...page)
    if (page.length === 0 || issues.length >= maxIssues) {
      break
    }
  }
  return issues.slice(0, maxIssues).map((issue) => toDocument(issue, host))
}

type RequestPage = (path: string, query: Record<string, string | number | undefined>) => Promise<Found>

/** Jira Cloud returns a token for the next page. */
async function* pagesByMark(request: RequestPage): AsyncGenerator<Found[]> {
  let mark: Json | undefined
  do {
    const answer = await request('search/jql', { nextPageToken: typeof mark === 'string' ? mark : undefined })
    yield asList(answer.issues)
    mark = answer.nextPageToken
  } while (typeof mark === 'string')
}

/** Jira Server pages by offset. */
async function* pagesByNumber(request: RequestPage): AsyncGenerator<Found[]> {
  let [startAt, total] = [0, 1]
  while (startAt < total) {
    const answer = await request('search', { startAt })
    const page = asList(answer.issues)
    yield page
    startAt += page.length
    total = Number(answer.total ?? 0)
  }
}

function toDocument({ id, key, fields: issueFields }: Found, host: string): Document {
  const values = asObject(issueFields) ?? {}
  const named = (name: string, part = 'name') => text(asObject(values[name])?.[part])
  const labels = Array.isArray(values.labels) ? values.labels.map(String) : []
  const shown = {
    Issue: text(key),
    Project: named('project'),
    Type: named('issuetype'),
    Status: named('status'),
    Priority: named('priority'),
    Creator: named('creator', 'displayName'),
    Assignee: named('assignee', 'displayName'),
    Labels: labels.join(', '),
    Created: text(values.created),
    Due: text(values.duedate),
    Summary: text(values.summary),
    Description: text(values.description),
  }
  const lines = Object.entries(shown).filter(([, value]) => value !== '')
  return {
    pageContent: lines.map(([name, value]) => `${name}: ${value}`).join('\n'),
    metadata: {
      source: `${host}/browse/${text(key)}`,
      id: text(id),
      key: text(key),
      project: shown.Project,
      status: shown.Status,
      priority: shown.Priority,
      type: shown.Type,
      labels,
      created: shown.Created,
      updated: text(values.updated),
    },
  }
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
