import { replicateApi } from '#server/credentials/replicate-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { Json } from '#server/engine/inputs.ts'
import { cache, maxTokens, temperature, topP } from '#server/nodes/chat-models/common-inputs.ts'
import { keepSet } from '#server/nodes/chat-models/read-settings.ts'
import { AppError } from '#shared/errors.ts'

const more = { optional: true, additionalParams: true } as const

export const replicate = defineNode({
  name: 'replicate',
  label: 'Replicate',
  version: 2,
  category: 'LLMs',
  description: 'A model that runs at Replicate: it writes, or paints and answers with the picture.',
  icon: 'model',
  baseClasses: ['Replicate', 'BaseChatModel', 'LLM', 'BaseLLM', 'BaseLanguageModel', 'Runnable'],
  credential: replicateApi,

  inputs: {
    cache,
    model: {
      label: 'Model',
      type: 'string',
      description: 'Owner and name, with or without a version.',
      placeholder: 'meta/meta-llama-3-70b-instruct',
      optional: true,
    },
    temperature: { ...temperature, default: 0.7, max: 5 },
    maxTokens,
    topP,
    repetitionPenalty: {
      label: 'Repetition Penalty',
      type: 'number',
      description: 'Above 1, words it has used count less.',
      step: 0.1,
      ...more,
    },
    additionalInputs: {
      label: 'Additional Inputs',
      type: 'json',
      description: 'What else this model takes, under its own names.',
      ...more,
    },
  },

  build: ({ inputs, credential, ports, label }) =>
    ports.chatModel(
      {
        provider: 'replicate',
        model: readModel(inputs.model, label),
        apiKey: credential.replicateApiKey,
        temperature: inputs.temperature,
        maxOutputTokens: inputs.maxTokens,
        topP: inputs.topP,
        providerOptions: keepSet({
          repetition_penalty: inputs.repetitionPenalty,
          ...readOwn(inputs.additionalInputs),
        }),
      },
      inputs.cache,
    ),
})

/** `owner/name` or `owner/name:version`. */
function readModel(model = '', label: string): string {
  const trimmed = model.trim()
  if (!/^[\w.-]+\/[\w.-]+(:\w+)?$/.test(trimmed)) {
    throw new AppError(
      'INVALID_FLOW',
      `${label}: Model must be an owner and a name, like meta/meta-llama-3-70b-instruct.`,
    )
  }
  return trimmed
}

function readOwn(given: Json | undefined): Record<string, Json> {
  return typeof given === 'object' && given !== null && !Array.isArray(given) ? given : {}
}
