import { defineNode } from '#server/engine/define-node.ts'
import { requestsTool } from './requests-tool.ts'

export const requestsPut = defineNode({
  name: 'requestsPut',
  label: 'Requests Put',
  version: 1,
  category: 'Tools',
  description: 'Replaces the data at a URL with a PUT request.',
  icon: 'web',
  baseClasses: ['RequestsPut', 'DynamicStructuredTool', 'StructuredTool', 'Runnable', 'Tool'],

  inputs: {
    requestsPutUrl: { label: 'URL', type: 'string', acceptVariable: true },
    requestsPutName: {
      label: 'Name',
      type: 'string',
      default: 'requests_put',
      optional: true,
      additionalParams: true,
    },
    requestsPutDescription: {
      label: 'Description',
      type: 'string',
      rows: 4,
      description: 'When the model should use it.',
      default: 'Replaces what stands at the address by what is given.',
      optional: true,
      additionalParams: true,
    },
    requestsPutHeaders: {
      label: 'Headers',
      type: 'string',
      rows: 4,
      acceptVariable: true,
      optional: true,
      additionalParams: true,
    },
    requestPutBody: {
      label: 'Body',
      type: 'string',
      rows: 4,
      acceptVariable: true,
      optional: true,
      additionalParams: true,
    },
    requestsPutBodySchema: {
      label: 'Body Schema',
      type: 'code',
      description:
        'Parameters for the model to fill in, as JSON: a type, a description and "required" for each name.',
      optional: true,
      additionalParams: true,
    },
    requestsPutMaxOutputLength: {
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
      method: 'PUT',
      url: inputs.requestsPutUrl,
      name: inputs.requestsPutName ?? 'requests_put',
      description: inputs.requestsPutDescription ?? '',
      headers: inputs.requestsPutHeaders,
      schema: inputs.requestsPutBodySchema,
      body: inputs.requestPutBody,
      maxOutputLength: inputs.requestsPutMaxOutputLength ?? 2_000,
    }),
})
