import { replicateApi } from '#server/credentials/replicate-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { Json } from '#server/engine/inputs.ts'
import { cache, maxTokens, temperature, topP } from '#server/nodes/chat-models/common-inputs.ts'
import { onlySet } from '#server/nodes/chat-models/read-settings.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord } from '#shared/json.ts'

const more = { optional: true, additionalParams: true } as const

export const replicate = defineNode({
  name: 'replicate',
  label: 'Replicate',
  version: 2,
  category: 'LLMs',
  description: 'Replicate model that returns text or an image.',
  icon: 'model',
  baseClasses: ['Replicate', 'BaseChatModel', 'LLM', 'BaseLLM', 'BaseLanguageModel', 'Runnable'],
  credential: replicateApi,

  inputs: {
    cache,
    model: {
      label: 'Model',
      type: 'string',
      description: 'Owner and name, optionally with a version.',
      placeholder: 'meta/meta-llama-3-70b-instruct',
      optional: true,
    },
    temperature: { ...temperature, default: 0.7, max: 5 },
    maxTokens,
    topP,
    repetitionPenalty: {
      label: 'Repetition Penalty',
      type: 'number',
      description: 'Values above 1 reduce repetition.',
      step: 0.1,
      ...more,
    },
    additionalInputs: {
      label: 'Additional Inputs',
      type: 'json',
      description: 'Additional inputs of this model, by name.',
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
        providerOptions: onlySet({
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
  return isRecord(given) ? given : {}
}
