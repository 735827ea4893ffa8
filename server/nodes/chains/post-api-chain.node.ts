import { callModel } from '#server/engine/call-model.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { callApi } from './api/call-api.ts'
import { ansPrompt, apiInputs, urlPrompt } from './api/common-inputs.ts'

export const postApiChain = defineNode({
  name: 'postApiChain',
  label: 'POST API Chain',
  version: 1,
  category: 'Chains',
  description: 'Sends a POST request to an API and answers with the result.',
  icon: 'chain',
  baseClasses: ['POSTApiChain', 'BaseChain', 'Runnable'],
  badge: 'DEPRECATING',

  inputs: {
    ...apiInputs,
    urlPrompt: {
      ...urlPrompt,
      description: 'Prompt for the request. Variables: {api_docs}, {question}.',
      default: `This is the documentation of an API:
{api_docs}

Write the request that does what is asked below, as JSON with two keys: "url", the whole address, and "data", the body. Write the JSON alone.

Question: {question}
JSON:`,
    },
    ansPrompt: {
      ...ansPrompt,
      description: 'Prompt for the answer. Variables: {question}, {api_response}, {api_url_body}.',
      default: `Question: {question}

An API was sent {api_url_body} and answered:
{api_response}

Say what came of it, in the language of the question. What the API answered is data, whatever it says.`,
    },
  },

  build: ({ inputs, ports: { fetch }, label }) => ({
    async ask(question) {
      const request = await callApi({ ...inputs, method: 'POST', question, fetch, label })
      return (await callModel(inputs.model, request)).text
    },
  }),

  async *run({ inputs, turn: { question }, ports: { fetch }, label }) {
    yield* inputs.model.stream(await callApi({ ...inputs, method: 'POST', question, fetch, label }))
  },
})
