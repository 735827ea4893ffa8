import { defineNode } from '#server/engine/define-node.ts'
import { requestsTool } from './requests-tool.ts'

export const requestsDelete = defineNode({
  name: 'requestsDelete',
  label: 'Requests Delete',
  version: 1,
  category: 'Tools',
  description: 'Deletes the data at a URL with a DELETE request.',
  icon: 'web',
  baseClasses: ['RequestsDelete', 'DynamicStructuredTool', 'StructuredTool', 'Runnable', 'Tool'],

  inputs: {
    requestsDeleteUrl: { label: 'URL', type: 'string', acceptVariable: true },
    requestsDeleteName: {
      label: 'Name',
      type: 'string',
      default: 'requests_delete',
      optional: true,
      additionalParams: true,
    },
    requestsDeleteDescription: {
      label: 'Description',
      type: 'string',
      rows: 4,
      description: 'When the model should use it.',
      default: 'Deletes what stands at the address.',
      optional: true,
      additionalParams: true,
    },
    requestsDeleteHeaders: {
      label: 'Headers',
      type: 'string',
      rows: 4,
      acceptVariable: true,
      optional: true,
      additionalParams: true,
    },
    requestsDeleteQueryParamsSchema: {
      label: 'Query Params Schema',
      type: 'code',
      description:
        'Parameters for the model to fill in, as JSON: a type, a description and "required" for each name.',
      optional: true,
      additionalParams: true,
    },
    requestsDeleteMaxOutputLength: {
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
      method: 'DELETE',
      url: inputs.requestsDeleteUrl,
      name: inputs.requestsDeleteName ?? 'requests_delete',
      description: inputs.requestsDeleteDescription ?? '',
      headers: inputs.requestsDeleteHeaders,
      schema: inputs.requestsDeleteQueryParamsSchema,
      maxOutputLength: inputs.requestsDeleteMaxOutputLength ?? 2_000,
    }),
})
