import { defineNode } from '#server/engine/define-node.ts'
import type { Json } from '#server/engine/inputs.ts'
import { effectOfScript } from '#server/engine/script-effect.ts'
import { isRecord } from '#shared/json.ts'
import { rowsOf, stateUpdates } from './step-inputs.ts'
import { readUpdates } from './update-state.ts'

export const customFunctionAgentflow = defineNode({
  name: 'customFunctionAgentflow',
  label: 'Custom Function',
  version: 1.1,
  category: 'Agent Flows',
  description: 'Runs your JavaScript.',
  icon: 'code',
  baseClasses: ['CustomFunction'],
  inputs: {
    customFunctionInputVariables: {
      type: 'array',
      label: 'Input Variables',
      optional: true,
      acceptVariable: true,
      array: [
        { name: 'variableName', label: 'Variable Name', type: 'string' },
        {
          name: 'variableValue',
          label: 'Variable Value',
          type: 'string',
          optional: true,
          acceptVariable: true,
        },
      ],
    },
    customFunctionJavascriptFunction: { type: 'code', label: 'JavaScript Function' },
    customFunctionUpdateState: stateUpdates,
  },
  // biome-ignore lint/correctness/useYield: it writes nothing, but every step is a generator
  async *step({ inputs, step, ports }) {
    const code = inputs.customFunctionJavascriptFunction
    const rows = rowsOf(inputs.customFunctionInputVariables)
    const variables = Object.fromEntries(
      rows.flatMap(({ variableName, variableValue = '' }): [string, Json][] =>
        variableName ? [[String(variableName).replace(/^\$/, ''), variableValue]] : [],
      ),
    )
    const result = await ports.effect(
      { name: 'code', args: variables, effect: effectOfScript(code) },
      async () => (await ports.runCode({ code, inputs: variables })).value,
    )
    const content = typeof result === 'string' ? result : result === null ? '' : JSON.stringify(result)
    // Parts of the output are those of the result: `{{ output.total }}`.
    const output = { content, ...(isRecord(result) && { ...result, content }) }
    return {
      value: { content },
      input: { inputVariables: rows, code },
      patch: readUpdates(step, 'customFunctionUpdateState', output),
      messages: [{ role: 'assistant', content }],
    }
  },
})
