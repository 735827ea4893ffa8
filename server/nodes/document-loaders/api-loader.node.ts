import { defineNode } from '#server/engine/define-node.ts'
import type { Document } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { callService } from '#server/nodes/call-service.ts'
import { isRecord } from '#shared/json.ts'
import { parseBoundedJson } from '#shared/json-depth.ts'
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

type Call = LoaderCall & {
  inputs: {
    readonly method: string
    readonly url: string
    readonly headers: Json | undefined
    readonly body: Json | undefined
  }
  ports: LoaderPorts
}

export const apiLoader = defineNode({
  name: 'apiLoader',
  label: 'API Loader',
  version: 2.1,
  category: 'Document Loaders',
  description: 'Loads the response of a URL. Refreshed hourly.',
  icon: 'document',
  baseClasses: ['Document'],

  inputs: {
    method: {
      label: 'Method',
      type: 'options',
      options: [
        { label: 'GET', name: 'GET' },
        { label: 'POST', name: 'POST' },
      ],
      default: 'GET',
    },
    url: { label: 'URL', type: 'string' },
    headers: { label: 'Headers', type: 'json', optional: true, additionalParams: true },
    body: {
      label: 'Body',
      type: 'json',
      description: 'Body of a POST request.',
      show: { method: 'POST' },
      optional: true,
      additionalParams: true,
    },
    textSplitter,
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs((call: Call) => {
    const { method, url, headers, body } = call.inputs
    return makeSource(call, {
      key: JSON.stringify(['api', method, url, headers, body, currentPeriod(1)]),
      load: () => request(call),
    })
  }),
})

async function request({ inputs, ports }: Call): Promise<Document[]> {
  const { method, url, headers, body } = inputs
  const response = await callService({ service: placeOf(url), fetch: ports.fetch }, url, {
    method,
    headers: { accept: 'application/json', ...toHeaders(headers) },
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  })
  return [{ pageContent: pretty(await response.text()), metadata: { url } }]
}

/** The query is removed because it may contain a key. */
function placeOf(url: string): string {
  const { host = '', pathname = '' } = URL.canParse(url) ? new URL(url) : {}
  return host === '' ? url : host + pathname
}

function toHeaders(headers: Json | undefined): Record<string, string> {
  const isData = isRecord(headers)
  const given = isData ? Object.entries(headers).map(([name, value]) => [name, String(value)]) : []
  return { 'content-type': 'application/json', ...Object.fromEntries(given) }
}

function pretty(text: string) {
  try {
    return JSON.stringify(parseBoundedJson(text), null, 2)
  } catch {
    return text
  }
}
