import { defineNode } from '#server/engine/define-node.ts'
import type { Tool } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import {
  codeOf,
  functionInputVariables,
  functionName,
  plainClasses,
  readVariables,
} from './function-inputs.ts'

type Call = {
  inputs: {
    readonly functionInputVariables: Json | undefined
    readonly tools: Tool[]
    readonly javascriptFunction: string
  }
  ports: {
    runCode(script: {
      code: string
      inputs: Record<string, Json>
      tools: Record<string, (args: Json) => Promise<Json>>
    }): Promise<{ value: Json }>
  }
}

export const customFunction = defineNode({
  name: 'customFunction',
  label: 'Custom JS Function',
  version: 3,
  category: 'Utilities',
  description: 'Runs your JavaScript in a sandbox and returns its result.',
  icon: 'code',
  baseClasses: ['CustomFunction', 'Utilities'],
  tags: ['Utilities'],

  inputs: {
    functionInputVariables,
    functionName,
    tools: {
      label: 'Additional Tools',
      type: 'Tool',
      description: 'Tools for the code: await $tools.name.call({ … }).',
      list: true,
      optional: true,
    },
    javascriptFunction: codeOf('JavaScript Function', "return 'You asked: ' + $flow.input"),
  },

  outputs: {
    output: { label: 'Output', baseClasses: plainClasses, build: (call) => compute(call) },
    EndingNode: {
      label: 'Ending Node',
      baseClasses: ['CustomFunction'],
      ends: true,
      build: (call) => compute(call),
    },
  },

  async *run(call) {
    const value = await compute(call)
    if (value !== null && typeof value === 'object') {
      return { json: value }
    }
    yield value === null ? '' : String(value)
    return {}
  },
})

async function compute({ inputs, ports }: Call): Promise<Json> {
  const { value } = await ports.runCode({
    code: inputs.javascriptFunction,
    inputs: readVariables(inputs.functionInputVariables),
    tools: Object.fromEntries(
      inputs.tools.map((tool) => [tool.name, async (args: Json) => (await tool.call(args)).text]),
    ),
  })
  return value
}
