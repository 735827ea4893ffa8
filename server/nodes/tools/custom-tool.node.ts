import { defineNode } from '#server/engine/define-node.ts'
import { effectOfScript } from '#server/engine/script-effect.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord } from '#shared/json.ts'
import { type Field, readFields, toParameters } from './fields-schema.ts'
import { toToolName } from './tool-name.ts'

export const customTool = defineNode({
  name: 'customTool',
  label: 'Custom Tool',
  version: 3,
  category: 'Tools',
  description: 'Your own JavaScript tool that the model can call.',
  icon: 'tool',
  baseClasses: ['CustomTool', 'Tool', 'StructuredTool', 'Runnable'],

  inputs: {
    selectedTool: { label: 'Select Tool', type: 'asyncOptions', loadMethod: 'listTools' },
    returnDirect: {
      label: 'Return Direct',
      type: 'boolean',
      description: 'Return the tool’s result as the answer, unchanged.',
      optional: true,
    },
    keepsIdempotencyKeys: {
      label: 'Receiver understands idempotency keys',
      type: 'boolean',
      description: 'The code may then run again after an interruption. $flow.idempotencyKey stays the same.',
      optional: true,
    },
    customToolName: { label: 'Custom Tool Name', type: 'string', hidden: true, optional: true },
    customToolDesc: { label: 'Custom Tool Description', type: 'string', hidden: true, optional: true },
    customToolSchema: { label: 'Custom Tool Schema', type: 'string', hidden: true, optional: true },
    customToolFunc: { label: 'Custom Tool Func', type: 'code', hidden: true, optional: true },
  },

  loadMethods: {
    async listTools({ ports }) {
      const tools = (await ports.customTools?.()) ?? []
      return tools.map(({ id, name, description }) => ({ label: name, name: id, description }))
    },
  },

  async build({ inputs, ports }) {
    const stored = await ports.customTool(inputs.selectedTool)
    const name = toToolName(inputs.customToolName ?? stored.name)
    const code = inputs.customToolFunc ?? stored.func ?? ''
    const fields = readFields(inputs.customToolSchema ?? stored.schema ?? '[]', name)
    if (code.trim() === '') {
      throw new AppError('INVALID_FLOW', `The tool ${name} has no code yet.`)
    }
    return {
      name,
      description: inputs.customToolDesc ?? stored.description,
      parameters: toParameters(fields),
      returnDirect: inputs.returnDirect ?? false,
      effect: effectOfScript(code, inputs.keepsIdempotencyKeys),
      async call(args) {
        const inputs = isRecord(args) ? args : {}
        const { value } = await ports.runCode({ code: `${declare(fields)}${code}`, inputs })
        return { text: typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value) }
      },
    }
  },
})

/**
 * Declares arguments that the model omits as undefined. On one line with the code, so that its line numbers do not
 * change.
 */
function declare(fields: readonly Field[]) {
  return fields
    .filter(({ property }) => /^[\p{ID_Continue}$]+$/u.test(property))
    .map(({ property }) => `var $${property};`)
    .join('')
}
