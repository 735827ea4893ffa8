import { defineNode } from '#server/engine/define-node.ts'

export const queryEngineToolLlamaIndex = defineNode({
  name: 'queryEngineToolLlamaIndex',
  label: 'QueryEngine Tool',
  version: 2,
  category: 'Tools',
  description: 'Lets another engine call this one for questions it can answer.',
  icon: 'engine',
  baseClasses: ['QueryEngineTool', 'Tool_LlamaIndex'],
  badge: 'DEPRECATING',
  tags: ['LlamaIndex'],

  inputs: {
    baseQueryEngine: { label: 'Base QueryEngine', type: 'BaseQueryEngine' },
    toolName: {
      label: 'Tool Name',
      type: 'string',
      description: 'Lowercase letters, digits and _.',
      placeholder: 'opening_hours',
    },
    toolDesc: {
      label: 'Tool Description',
      type: 'string',
      description: 'Questions it can answer. The model chooses by this description.',
      rows: 4,
    },
  },

  build: ({ inputs }) => ({
    name: inputs.toolName,
    description: inputs.toolDesc,
    engine: inputs.baseQueryEngine,
  }),
})
