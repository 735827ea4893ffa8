import type { AnyCall, NodeDefinition } from '#server/engine/define-node.ts'
import type { Inputs } from '#server/engine/inputs.ts'
import { type RequestsTool, requestsTool } from './requests-tool.ts'

type Row = {
  method: RequestsTool['method']
  /** The method as spelled in the names of the node, its class and its inputs. */
  word: 'Get' | 'Post' | 'Put' | 'Delete'
  version: number
  description: string
  toolDescription: string
}

const more = { optional: true, additionalParams: true } as const

/** An HTTP request as a tool. Flow files include the method in each input's name: `requestsGetUrl`. */
function requestsNode({ method, word, version, description, toolDescription }: Row): NodeDefinition {
  const hasBody = method === 'POST' || method === 'PUT'
  const prefix = `requests${word}`
  const toolName = `requests_${word.toLowerCase()}`
  const names = {
    url: `${prefix}Url`,
    name: `${prefix}Name`,
    description: `${prefix}Description`,
    headers: `${prefix}Headers`,
    // Flowise's files omit the "s" here.
    body: `request${word}Body`,
    schema: hasBody ? `${prefix}BodySchema` : `${prefix}QueryParamsSchema`,
    maxOutputLength: `${prefix}MaxOutputLength`,
  }
  const inputs: Inputs = {
    [names.url]: { label: 'URL', type: 'string', acceptVariable: true },
    [names.name]: { label: 'Name', type: 'string', default: toolName, ...more },
    [names.description]: {
      label: 'Description',
      type: 'string',
      rows: 4,
      description: 'When the model should use it.',
      default: toolDescription,
      ...more,
    },
    [names.headers]: { label: 'Headers', type: 'string', rows: 4, acceptVariable: true, ...more },
    ...(hasBody && {
      [names.body]: { label: 'Body', type: 'string', rows: 4, acceptVariable: true, ...more },
    }),
    [names.schema]: {
      label: hasBody ? 'Body Schema' : 'Query Params Schema',
      type: 'code',
      description:
        'Parameters for the model to fill in, as JSON: a type, a description and "required" for each name.',
      ...more,
    },
    [names.maxOutputLength]: { label: 'Max Output Length', type: 'number', default: 2000, min: 1, ...more },
  }
  return {
    name: prefix,
    label: `Requests ${word}`,
    version,
    category: 'Tools',
    description,
    icon: 'web',
    baseClasses: [`Requests${word}`, 'DynamicStructuredTool', 'StructuredTool', 'Runnable', 'Tool'],
    inputs,
    build({ inputs, ports }: AnyCall) {
      const text = (name: string) => (typeof inputs[name] === 'string' ? inputs[name] : undefined)
      const maxOutputLength = inputs[names.maxOutputLength]
      return requestsTool({
        fetch: ports.fetch,
        idempotencyKey: ports.idempotencyKey,
        method,
        url: text(names.url) ?? '',
        name: text(names.name) ?? toolName,
        description: text(names.description) ?? '',
        headers: text(names.headers),
        schema: text(names.schema),
        body: text(names.body),
        maxOutputLength: typeof maxOutputLength === 'number' ? maxOutputLength : 2_000,
      })
    },
  }
}

export const requestsGet = requestsNode({
  method: 'GET',
  word: 'Get',
  version: 2,
  description: 'Sends a GET request to a URL.',
  toolDescription: 'Reads what stands at the address.',
})

export const requestsPost = requestsNode({
  method: 'POST',
  word: 'Post',
  version: 2,
  description: 'Sends JSON to a URL.',
  toolDescription: 'Sends what is given to the address.',
})

export const requestsPut = requestsNode({
  method: 'PUT',
  word: 'Put',
  version: 1,
  description: 'Replaces the data at a URL with a PUT request.',
  toolDescription: 'Replaces what stands at the address by what is given.',
})

export const requestsDelete = requestsNode({
  method: 'DELETE',
  word: 'Delete',
  version: 1,
  description: 'Deletes the data at a URL with a DELETE request.',
  toolDescription: 'Deletes what stands at the address.',
})
