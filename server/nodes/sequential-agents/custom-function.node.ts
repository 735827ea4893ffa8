import { defineNode } from '#server/engine/define-node.ts'
import { codeOf, functionInputVariables, readVariables } from '#server/nodes/utilities/function-inputs.ts'
import { readFlowValues, resolveValue, runScript } from './flow-values.ts'
import { toResult } from './return-value.ts'
import { afterAny, returnValueAs } from './step-fields.ts'

export const seqCustomFunction = defineNode({
  name: 'seqCustomFunction',
  label: 'Custom JS Function',
  version: 1,
  category: 'Sequential Agents',
  description: 'Runs your JavaScript as a step.',
  icon: 'code',
  baseClasses: ['CustomFunction'],
  inputs: {
    functionInputVariables,
    sequentialNode: afterAny,
    functionName: { label: 'Function Name', type: 'string', placeholder: 'My function' },
    javascriptFunction: codeOf('JavaScript Function', "return 'You asked: ' + $flow.input"),
    returnValueAs,
  },
  async *step({ inputs, step, turn, ports, label }) {
    const call = { step, turn, ports, label }
    const values = await readFlowValues(call)
    const given = Object.entries(readVariables(inputs.functionInputVariables))
    const variables = Object.fromEntries(given.map(([name, value]) => [name, resolveValue(value, values)]))
    const value = await runScript(call, 'function', {
      ...{ code: inputs.javascriptFunction, values, inputs: variables },
    })
    return toResult({ value, as: inputs.returnValueAs, name: inputs.functionName, label })
  },
})
