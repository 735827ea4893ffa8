import { defineNode } from '#server/engine/define-node.ts'
import type { Tool } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { orderTools } from '#server/engine/order-tools.ts'
import { effectOfScript } from '#server/engine/script-effect.ts'
import { callService } from '#server/nodes/call-service.ts'
import { readHeaders } from '#server/nodes/tools/requests/read-headers.ts'
import { effectOfMethod } from '#server/nodes/tools/requests/requests-tool.ts'
import { toToolName } from '#server/nodes/tools/tool-name.ts'
import { AppError } from '#shared/errors.ts'
import { parametersOf, toRequest } from './call-operation.ts'
import { asData, type Operation, readSpec, type Spec } from './read-spec.ts'

/** Providers accept no more tools in one request. */
const MAX_TOOLS = 128

const customCode = `const fetch = require('node-fetch')
const response = await fetch($url, $options)
return await response.text()`

export const openAPIToolkit = defineNode({
  name: 'openAPIToolkit',
  label: 'OpenAPI Toolkit',
  version: 2.1,
  category: 'Tools',
  description: 'Turns the operations of an OpenAPI document into tools.',
  icon: 'web',
  baseClasses: ['OpenAPIToolkit', 'Tool'],

  inputs: {
    inputType: {
      label: 'Input Type',
      type: 'options',
      options: [
        { label: 'Upload File', name: 'file' },
        { label: 'Provide Link', name: 'link' },
      ],
      default: 'file',
    },
    openApiFile: {
      label: 'OpenAPI File',
      type: 'file',
      fileType: '.yaml,.json',
      show: { inputType: 'file' },
    },
    openApiLink: { label: 'OpenAPI Link', type: 'string', show: { inputType: 'link' } },
    selectedServer: {
      label: 'Server',
      type: 'asyncOptions',
      loadMethod: 'listServers',
      description: 'Empty: the first server in the document.',
      optional: true,
    },
    selectedEndpoints: {
      label: 'Available Endpoints',
      type: 'asyncMultiOptions',
      loadMethod: 'listEndpoints',
      description: 'Empty: all.',
      optional: true,
    },
    returnDirect: {
      label: 'Return Direct',
      type: 'boolean',
      description: 'Return the API’s response as the answer.',
      optional: true,
    },
    headers: { label: 'Headers', type: 'json', optional: true, additionalParams: true },
    removeNulls: {
      label: 'Remove null parameters',
      type: 'boolean',
      description: 'Omit parameters that the model sets to null.',
      optional: true,
    },
    customCode: {
      label: 'Custom Code',
      type: 'code',
      description: 'JavaScript that sends the request, with $url and $options.',
      default: customCode,
      additionalParams: true,
    },
  },

  loadMethods: {
    async listServers({ inputs, ports }) {
      const { servers } = await specOfForm(inputs, ports.fetch)
      return servers.map((url) => ({ label: url, name: url }))
    },
    async listEndpoints({ inputs, ports }) {
      const { operations } = await specOfForm(inputs, ports.fetch)
      return orderTools(operations.map((operation) => ({ ...operation, name: operation.id }))).map(
        ({ id, method, path, description }) => ({ label: `${method} ${path}`, name: id, description }),
      )
    },
  },

  async build({ inputs, ports }) {
    const spec = inputs.openApiLink
      ? await specOfLink(inputs.openApiLink, ports.fetch)
      : await readSpec(
          new TextDecoder().decode(await (await ports.openFile(onlyFile(inputs.openApiFile))).read()),
        )
    const server = inputs.selectedServer ?? spec.servers[0] ?? reject('it names no server. Choose one')
    const headers = readHeaders(inputs.headers)
    const settings = { server: server.replace(/\/+$/, ''), headers, removeNulls: inputs.removeNulls ?? false }

    const toTool = (operation: Operation): Tool => ({
      name: toToolName(operation.id),
      description: operation.description.slice(0, 1_000),
      parameters: parametersOf(operation),
      returnDirect: inputs.returnDirect ?? false,
      // Code of the author may do more than send the operation's own request.
      effect:
        inputs.customCode === customCode
          ? effectOfMethod(operation.method)
          : effectOfScript(inputs.customCode),
      async call(args) {
        const { url, options } = toRequest(operation, args, settings)
        const given = { ...(asData(args) ?? {}), url, options: options as Json }
        const { value } = await ports.runCode({ code: inputs.customCode, inputs: given })
        return { text: typeof value === 'string' ? value : JSON.stringify(value) }
      },
    })
    return orderTools(chosenOf(spec, inputs.selectedEndpoints).map(toTool))
  },
})

function chosenOf({ operations }: Spec, chosen: readonly string[] | undefined) {
  const stored = chosen?.length ? operations.filter(({ id }) => chosen.includes(id)) : operations
  return stored.length > MAX_TOOLS
    ? reject(`it has ${stored.length} operations. Choose ${MAX_TOOLS} of them at most`)
    : stored
}

type Form = { openApiFile?: string[] | undefined; openApiLink?: string | undefined }

/** An unsaved form contains the file as a `data:` URL. */
async function specOfForm({ openApiFile, openApiLink }: Form, fetch: typeof globalThis.fetch | undefined) {
  if (openApiLink && fetch) {
    return specOfLink(openApiLink, fetch)
  }
  const file = String(openApiFile ?? '')
    .split(';base64,')[1]
    ?.split(',')[0]
  if (!file) {
    return reject('save it with the flow, or give its link')
  }
  return readSpec(new TextDecoder().decode(Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0))))
}

async function specOfLink(link: string, fetch: typeof globalThis.fetch): Promise<Spec> {
  if (!URL.canParse(link)) {
    reject(`${link} is not an address`)
  }
  const response = await callService({ service: new URL(link).host, fetch }, link)
  return readSpec(await response.text(), link)
}

function onlyFile(files: readonly string[] | undefined) {
  return files?.[0] ?? reject('choose its file')
}

function reject(why: string): never {
  throw new AppError('INVALID_FLOW', `OpenAPI Toolkit: the description of the API cannot be used: ${why}.`)
}
