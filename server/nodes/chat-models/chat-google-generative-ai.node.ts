import { googleGenerativeAI } from '#server/credentials/google-generative-ai.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { Json } from '#server/engine/inputs.ts'
import { listModels } from './choices.ts'
import { allowImageUploads, cache, maxTokens, streaming, temperature, topK, topP } from './common-inputs.ts'
import { onlySet } from './read-settings.ts'

const provider = 'google'
const more = { optional: true, additionalParams: true } as const

const harms = [
  { label: 'Dangerous', name: 'HARM_CATEGORY_DANGEROUS_CONTENT' },
  { label: 'Harassment', name: 'HARM_CATEGORY_HARASSMENT' },
  { label: 'Hate Speech', name: 'HARM_CATEGORY_HATE_SPEECH' },
  { label: 'Sexually Explicit', name: 'HARM_CATEGORY_SEXUALLY_EXPLICIT' },
  { label: 'Civic Integrity', name: 'HARM_CATEGORY_CIVIC_INTEGRITY' },
]
const thresholds = [
  { label: 'None', name: 'BLOCK_NONE' },
  { label: 'Only High', name: 'BLOCK_ONLY_HIGH' },
  { label: 'Medium and Above', name: 'BLOCK_MEDIUM_AND_ABOVE' },
  { label: 'Low and Above', name: 'BLOCK_LOW_AND_ABOVE' },
  { label: 'Threshold Unspecified (Default Threshold)', name: 'HARM_BLOCK_THRESHOLD_UNSPECIFIED' },
]

export const chatGoogleGenerativeAI = defineNode({
  name: 'chatGoogleGenerativeAI',
  label: 'Google Gemini',
  version: 3.1,
  category: 'Chat Models',
  description: 'Google Gemini chat model, with a key from AI Studio.',
  icon: 'model',
  baseClasses: [
    'ChatGoogleGenerativeAI',
    'ChatGoogleGenerativeAI',
    'BaseChatModel',
    'BaseLanguageModel',
    'Runnable',
  ],
  credential: googleGenerativeAI,

  inputs: {
    cache,
    modelName: {
      label: 'Model Name',
      type: 'asyncOptions',
      loadMethod: 'listModels',
      default: 'gemini-2.5-flash',
    },
    customModelName: {
      label: 'Custom Model Name',
      type: 'string',
      description: 'Overrides the model above.',
      ...more,
    },
    temperature,
    streaming,
    allowImageUploads,
    thinkingBudget: {
      label: 'Thinking Budget',
      type: 'number',
      description: 'Max reasoning tokens. 0: off, -1: the model decides.',
      step: 1,
      show: { modelName: ['gemini-2.5-pro', 'gemini-2.5-flash', 'gemini-2.5-flash-lite'] },
      ...more,
    },
    thinkingLevel: {
      label: 'Thinking Level',
      type: 'options',
      options: [
        { label: 'Low', name: 'LOW' },
        { label: 'Medium', name: 'MEDIUM' },
        { label: 'High', name: 'HIGH' },
      ],
      show: {
        modelName: ['gemini-3.1-pro-preview', 'gemini-3.1-flash-lite-preview', 'gemini-3-flash-preview'],
      },
      ...more,
    },
    maxOutputTokens: { ...maxTokens, label: 'Max Output Tokens' },
    topP,
    topK,
    safetySettings: {
      label: 'Safety Settings',
      type: 'array',
      description: 'Safety threshold for each harm category.',
      array: [
        { label: 'Harm Category', name: 'harmCategory', type: 'options', options: harms },
        { label: 'Harm Block Threshold', name: 'harmBlockThreshold', type: 'options', options: thresholds },
      ],
      ...more,
    },
    baseUrl: {
      label: 'Base URL',
      type: 'string',
      description: 'Base URL of a compatible server. Needs your own credential.',
      ...more,
    },
  },

  build: ({ inputs, credential, ports }) =>
    ports.chatModel(
      {
        provider,
        model: inputs.customModelName ?? inputs.modelName,
        apiKey: credential.googleGenerativeAPIKey,
        customBaseUrl: inputs.baseUrl,
        temperature: inputs.temperature,
        maxOutputTokens: inputs.maxOutputTokens,
        topP: inputs.topP,
        topK: inputs.topK,
        streaming: inputs.streaming,
        sees: inputs.allowImageUploads,
        providerOptions: onlySet({
          thinkingConfig: onlySet({
            thinkingBudget: inputs.thinkingBudget,
            thinkingLevel: inputs.thinkingLevel?.toLowerCase(),
          }),
          safetySettings: readSafety(inputs.safetySettings),
        }),
      },
      inputs.cache,
    ),

  loadMethods: {
    listModels: listModels('google', 'googleGenerativeAPIKey'),
  },
})

/** Incomplete rows are dropped. */
function readSafety(rows: Json[] | undefined): Json[] | undefined {
  const settings = (rows ?? []).flatMap((row) => {
    const { harmCategory: category, harmBlockThreshold: threshold } = (row ?? {}) as Record<string, Json>
    return category && threshold ? [{ category, threshold }] : []
  })
  return settings.length > 0 ? settings : undefined
}
