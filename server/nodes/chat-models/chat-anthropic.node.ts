import { anthropicApi } from '#server/credentials/anthropic-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import { listModels } from './choices.ts'
import { allowImageUploads, cache, maxTokens, streaming, temperature, topK, topP } from './common-inputs.ts'

const provider = 'anthropic'
/** These models choose their own reasoning budget; older ones need a number of tokens. */
const adaptive = { modelName: ['claude-opus-4-7', 'claude-opus-4-6', 'claude-sonnet-4-6'] } as const
const leastBudget = 1024
const more = { optional: true, additionalParams: true } as const

export const chatAnthropic = defineNode({
  name: 'chatAnthropic',
  label: 'Anthropic Claude',
  version: 8,
  category: 'Chat Models',
  description: 'Anthropic Claude chat model.',
  icon: 'model',
  baseClasses: ['ChatAnthropic', 'ChatAnthropicMessages', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  credential: anthropicApi,

  inputs: {
    cache,
    modelName: {
      label: 'Model Name',
      type: 'asyncOptions',
      loadMethod: 'listModels',
      default: 'claude-haiku-4-5',
    },
    temperature,
    streaming,
    allowImageUploads,
    extendedThinking: {
      label: 'Extended Thinking',
      type: 'boolean',
      description: 'Reason before answering, within a token budget.',
      hide: adaptive,
      ...more,
    },
    budgetTokens: {
      label: 'Budget Tokens',
      type: 'number',
      description: 'Max reasoning tokens.',
      step: 1,
      min: leastBudget,
      default: leastBudget,
      show: { extendedThinking: true },
      hide: adaptive,
      ...more,
    },
    adaptiveThinking: {
      label: 'Adaptive Thinking',
      type: 'boolean',
      description: 'The model decides when and how long to reason.',
      default: false,
      show: adaptive,
      ...more,
    },
    thinkingEffort: {
      label: 'Thinking Effort',
      type: 'options',
      options: [
        { label: 'Low', name: 'low' },
        { label: 'Medium', name: 'medium' },
        { label: 'High', name: 'high' },
        { label: 'Max', name: 'max' },
      ],
      show: { adaptiveThinking: true, ...adaptive },
      ...more,
    },
    maxTokensToSample: maxTokens,
    topP,
    topK,
  },

  build({ inputs, credential, ports }) {
    const budget = inputs.extendedThinking ? Math.max(leastBudget, inputs.budgetTokens ?? leastBudget) : 0
    const max = inputs.maxTokensToSample
    return ports.chatModel(
      {
        provider,
        model: inputs.modelName,
        apiKey: credential.anthropicApiKey,
        temperature: inputs.temperature,
        // Reasoning tokens count against the author's limit.
        maxOutputTokens: max === undefined ? undefined : Math.max(1, max - budget),
        thinkingTokens: budget,
        topP: inputs.topP,
        topK: inputs.topK,
        streaming: inputs.streaming,
        sees: inputs.allowImageUploads,
        providerOptions: thinkingOptions(budget, inputs.adaptiveThinking, inputs.thinkingEffort),
      },
      inputs.cache,
    )
  },

  loadMethods: {
    listModels: listModels('anthropic', 'anthropicApiKey'),
  },
})

function thinkingOptions(budgetTokens: number, isAdaptive: boolean | undefined, effort: string | undefined) {
  if (isAdaptive) {
    return { thinking: { type: 'adaptive' }, ...(effort && { effort }) }
  }
  return budgetTokens > 0 ? { thinking: { type: 'enabled', budgetTokens } } : undefined
}
