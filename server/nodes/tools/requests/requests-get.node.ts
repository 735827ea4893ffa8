import { defineNode } from '#server/engine/define-node.ts'
import { requestsTool } from './requests-tool.ts'

export const requestsGet = defineNode({
  name: 'requestsGet',
  label: 'Requests Get',
  version: 2,
  category: 'Tools',
  description: 'Sends a GET request to a URL.',
  icon: 'web',
  baseClasses: ['RequestsGet', 'DynamicStructuredTool', 'StructuredTool', 'Runnable', 'Tool'],

  inputs: {
    requestsGetUrl: { label: 'URL', type: 'string', acceptVariable: true },
    requestsGetName: {
      label: 'Name',
      type: 'string',
      default: 'requests_get',
      optional: true,
      additionalParams: true,
    },
    requestsGetDescription: {
      label: 'Description',
      type: 'string',
      rows: 4,
      description: 'When the model should use it.',
      default: 'Reads what stands at the address.',
      optional: true,
      additionalParams: true,
    },
    requestsGetHeaders: {
      label: 'Headers',
      type: 'string',
      rows: 4,
      acceptVariable: true,
      optional: true,
      additionalParams: true,
    },
    requestsGetQueryParamsSchema: {
      label: 'Query Params Schema',
      type: 'code',
      description:
        'Parameters for the model to fill in, as JSON: a type, a description and "required" for each name.',
      optional: true,
      additionalParams: true,
    },
    requestsGetMaxOutputLength: {
      label: 'Max Output Length',
      type: 'number',
      default: 2000,
      min: 1,
      optional: true,
      additionalParams: true,
    },
  },

  build: ({ inputs, ports }) =>
    requestsTool({
      fetch: ports.fetch,
      method: 'GET',
      url: inputs.requestsGetUrl,
      name: inputs.requestsGetName ?? 'requests_get',
      description: inputs.requestsGetDescription ?? '',
      headers: inputs.requestsGetHeaders,
      schema: inputs.requestsGetQueryParamsSchema,
      maxOutputLength: inputs.requestsGetMaxOutputLength ?? 2_000,
    }),
})
