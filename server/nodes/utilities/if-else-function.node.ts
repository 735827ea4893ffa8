import { defineNode } from '#server/engine/define-node.ts'
import type { Json } from '#server/engine/inputs.ts'
import {
  codeOf,
  functionInputVariables,
  functionName,
  plainClasses,
  readVariables,
} from './function-inputs.ts'

export const ifElseFunction = defineNode({
  name: 'ifElseFunction',
  label: 'IfElse Function',
  version: 2,
  category: 'Utilities',
  description: 'Chooses a branch with JavaScript. The other branch does not run.',
  icon: 'branch',
  baseClasses: ['IfElseFunction', 'Utilities'],
  tags: ['Utilities'],

  inputs: {
    functionInputVariables,
    functionName: { ...functionName, label: 'IfElse Name' },
    ifFunction: codeOf('If Function', "if ($flow.input.includes('?')) {\n  return true\n}"),
    elseFunction: codeOf('Else Function', 'return false'),
  },

  outputs: {
    returnTrue: {
      label: 'True',
      baseClasses: plainClasses,
      isAnchor: true,
      build: async (call) => (await decide(call)).value,
    },
    returnFalse: {
      label: 'False',
      baseClasses: plainClasses,
      isAnchor: true,
      build: async (call) => (await decide(call)).value,
    },
  },

  branch: (call) => decide(call),
})

type Call = {
  inputs: {
    readonly functionInputVariables: Json | undefined
    readonly ifFunction: string
    readonly elseFunction: string
  }
  ports: { runCode(script: { code: string; inputs: Record<string, Json> }): Promise<{ value: Json }> }
}

async function decide({ inputs, ports }: Call) {
  const given = readVariables(inputs.functionInputVariables)
  const decided = await ports.runCode({ code: inputs.ifFunction, inputs: given })
  if (decided.value) {
    return { output: 'returnTrue' as const, value: decided.value }
  }
  const { value } = await ports.runCode({ code: inputs.elseFunction, inputs: given })
  return { output: 'returnFalse' as const, value }
}
