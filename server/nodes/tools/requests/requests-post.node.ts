import { defineNode } from '#server/engine/define-node.ts'
import { requestsTool } from './requests-tool.ts'

export const requestsPost = defineNode({
  name: 'requestsPost',
  label: 'Requests Post',
  version: 2,
  category: 'Tools',
  description: 'Sends JSON to a URL.',
  icon: 'web',
  baseClasses: ['RequestsPost', 'DynamicStructuredTool', 'StructuredTool', 'Runnable', 'Tool'],

  inputs: {
    requestsPostUrl: { label: 'URL', type: 'string', acceptVariable: true },
    requestsPostName: {
      label: 'Name',
      type: 'string',
      default: 'requests_post',
      optional: true,
      additionalParams: true,
    },
    requestsPostDescription: {
      label: 'Description',
      type: 'string',
      rows: 4,
      description: 'When the model should use it.',
      default: 'Sends what is given to the address.',
      optional: true,
      additionalParams: true,
    },
    requestsPostHeaders: {
      label: 'Headers',
      type: 'string',
      rows: 4,
      acceptVariable: true,
      optional: true,
      additionalParams: true,
    },
    requestPostBody: {
      label: 'Body',
      type: 'string',
      rows: 4,
      acceptVariable: true,
      optional: true,
      additionalParams: true,
    },
    requestsPostBodySchema: {
      label: 'Body Schema',
      type: 'code',
      description:
        'Parameters for the model to fill in, as JSON: a type, a description and "required" for each name.',
      optional: true,
      additionalParams: true,
    },
    requestsPostMaxOutputLength: {
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
      method: 'POST',
      url: inputs.requestsPostUrl,
      name: inputs.requestsPostName ?? 'requests_post',
      description: inputs.requestsPostDescription ?? '',
      headers: inputs.requestsPostHeaders,
      schema: inputs.requestsPostBodySchema,
      body: inputs.requestPostBody,
      maxOutputLength: inputs.requestsPostMaxOutputLength ?? 2_000,
    }),
})
