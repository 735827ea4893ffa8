import { httpApiKey } from '#server/credentials/http-api-key.credential.ts'
import { httpBasicAuth } from '#server/credentials/http-basic-auth.credential.ts'
import { httpBearerToken } from '#server/credentials/http-bearer-token.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { acceptResponse, sendRequest } from './send-request.ts'
import { optionsOf, pairs, prompt, rowsOf, storedRows } from './step-inputs.ts'

const simulatedResponse = { data: { simulated: true }, status: 200, statusText: 'Simulated', headers: {} }

export const httpAgentflow = defineNode({
  name: 'httpAgentflow',
  label: 'HTTP',
  version: 1.1,
  category: 'Agent Flows',
  description: 'Calls an API and passes on its response.',
  icon: 'web',
  baseClasses: ['HTTP'],
  credentials: [httpBasicAuth, httpBearerToken, httpApiKey],
  credentialOptional: true,
  inputs: {
    method: {
      type: 'options',
      label: 'Method',
      options: optionsOf({ GET: 'GET', POST: 'POST', PUT: 'PUT', DELETE: 'DELETE', PATCH: 'PATCH' }),
      default: 'GET',
    },
    url: { type: 'string', label: 'URL', acceptVariable: true },
    headers: pairs('Headers', {}),
    queryParams: pairs('Query Params', {}),
    bodyType: {
      type: 'options',
      label: 'Body Type',
      options: optionsOf({
        json: 'JSON',
        raw: 'Raw',
        formData: 'Form Data',
        xWwwFormUrlencoded: 'x-www-form-urlencoded',
      }),
      optional: true,
    },
    body: prompt('Body', {
      optional: true,
      show: { bodyType: ['raw', 'json'] },
      otherwise: {
        ...pairs('Body', {}),
        name: 'body',
        show: { bodyType: ['xWwwFormUrlencoded', 'formData'] },
      },
    }),
    responseType: {
      type: 'options',
      label: 'Response Type',
      options: optionsOf({ json: 'JSON', text: 'Text', arraybuffer: 'Array Buffer', base64: 'Base64' }),
      optional: true,
    },
    keepsIdempotencyKeys: {
      type: 'boolean',
      label: 'Receiver understands idempotency keys',
      description:
        'The request may then be sent again after an interruption. Its Idempotency-Key header stays the same.',
      optional: true,
    },
  },
  // biome-ignore lint/correctness/useYield: it writes nothing, but every step is a generator
  async *step({ inputs, step, label, ports, opened }) {
    const { method, url, bodyType, responseType, keepsIdempotencyKeys } = inputs
    const isRead = method === 'GET'
    const request = {
      ...{ method, url, bodyType, responseType, label },
      headers: rowsOf(inputs.headers),
      query: rowsOf(inputs.queryParams),
      body: inputs.body,
      fields: storedRows(step, 'body').map((row) => rowsOf([step.interpolate(row)])[0] ?? {}),
    }
    const shown = { method, url, ...(inputs.body !== undefined && { body: inputs.body }) }
    const response = await ports.effect(
      {
        ...{ name: 'http', args: shown, simulated: simulatedResponse },
        effect: isRead ? 'read' : keepsIdempotencyKeys ? 'keyed' : 'write',
      },
      async () => sendRequest({ ...request, key: await ports.idempotencyKey() }, opened, ports.fetch),
    )
    return { value: { http: acceptResponse(response, label) }, input: shown }
  },
})
