import { escapeHtml } from '#shared/escape-html.ts'
import type { ApiDocument, Operation } from '../openapi/document.ts'
import type { JsonSchema } from '../openapi/schemas.ts'
import { printFields } from './fields.ts'
import { code, inline, markdown } from './markup.ts'

type Media = { schema?: JsonSchema; example?: unknown }
type Contents = Record<string, Media>
type Reply = { description?: string; content?: Contents; $ref?: string }
export type Place = { method: string; path: string; origin: string; document: ApiDocument }

export function printOperation(operation: Operation, place: Place) {
  const { operationId, summary, description } = operation
  const { method, path } = place
  const replies = Object.entries(operation.responses) as [string, Reply][]
  return `<section class="operation" id="${operationId}" data-search="${escapeHtml(
    `${summary} ${operationId} ${method} ${path}`.toLowerCase(),
  )}"><div class="words"><h3><a href="#${operationId}">${escapeHtml(summary)}</a></h3>
<p class="address"><b class="method ${method}">${method}</b> <code>${escapeHtml(`/api/v1${path}`).replaceAll('/', '/<wbr>')}</code></p>
${markdown(description)}${printParameters(operation)}${printContents('Request body', operation.requestBody?.content)}${replies
  .filter(([, { $ref }]) => !$ref)
  .map(([status, { description: text = '', content }]) =>
    printContents(`Response ${status}: ${text}`, content),
  )
  .join('')}${printErrors(replies, place.document)}</div>
<div class="samples">${printSample('Request', printCurl(operation, place))}${printAnswer(replies)}</div></section>`
}

function printParameters({ parameters = [] }: Operation) {
  const fields: JsonSchema = {
    properties: Object.fromEntries(
      parameters.map(({ name, schema, ...rest }) => [
        name,
        { ...schema, ...('description' in rest && { description: rest.description }) },
      ]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  }
  return parameters.length > 0 ? `<h4>Parameters</h4>${printFields(fields)}` : ''
}

function printContents(title: string, content: object | undefined) {
  const contents = (content ?? {}) as Contents
  const parts = Object.entries(contents).map(
    ([type, { schema = {} }]) =>
      `<p class="media"><code>${escapeHtml(type)}</code></p>${printFields(schema)}`,
  )
  return parts.length > 0 ? `<h4>${escapeHtml(title)}</h4>${parts.join('')}` : ''
}

function printErrors(replies: [string, Reply][], { components }: ApiDocument) {
  const rows = replies.flatMap(([status, { $ref }]) => {
    const name = $ref?.split('/').at(-1)
    const text = Object.entries(components.responses).find(([each]) => each === name)?.[1].description
    return text && status !== 'default' ? [`<li><code>${status}</code> ${inline(text)}</li>`] : []
  })
  return rows.length > 0 ? `<details><summary>Errors</summary><ul>${rows.join('')}</ul></details>` : ''
}

function printSample(title: string, body: string) {
  return `<h4>${title}</h4>${body}`
}

function printAnswer(replies: [string, Reply][]) {
  return Object.entries(replies[0]?.[1].content ?? {})
    .filter(([, { example }]) => example !== undefined)
    .map(([type, { example }]) =>
      printSample(`Response <small>${escapeHtml(type)}</small>`, code(asSent(type, example))),
    )
    .join('')
}

function asSent(type: string, example: unknown) {
  return type === 'text/event-stream' ? `data: ${JSON.stringify(example)}` : example
}

function printCurl({ parameters = [], requestBody, security }: Operation, { method, path, origin }: Place) {
  const query = parameters
    .filter((each) => each.in === 'query' && each.required)
    .map(({ name }) => `${name}=…`)
    .join('&')
  const [[type, { example }] = ['', {} as Media]] = Object.entries((requestBody?.content ?? {}) as Contents)
  const needsKey = security.some((scheme) => 'apiKey' in scheme)
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "${origin}/api/v1${path}${query && `?${query}`}"`,
    ...(security.length > 0 ? [`-H "Authorization: Bearer $${needsKey ? 'API_KEY' : 'TOKEN'}"`] : []),
    ...(type ? [`-H "Content-Type: ${type}"`] : []),
    ...(example === undefined ? [] : [`-d '${JSON.stringify(example, null, 2)}'`]),
  ]
  return code(lines.join(' \\\n  '))
}
