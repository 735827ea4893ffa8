import { defineNode } from '#server/engine/define-node.ts'
import type { Json } from '#server/engine/inputs.ts'
import { findRejection } from '#server/nodes/chains/moderate.ts'
import { isRecord } from '#shared/json.ts'
import { readFlowValues, runScript, type StepCall } from './flow-values.ts'
import { rowsIn } from './read-patch.ts'
import { inputModeration } from './step-fields.ts'

export const seqStart = defineNode({
  name: 'seqStart',
  label: 'Start',
  version: 2,
  category: 'Sequential Agents',
  description: 'The first step. Its model is the default of all others.',
  icon: 'play',
  baseClasses: ['Start'],
  inputs: {
    model: {
      label: 'Chat Model',
      type: 'BaseChatModel',
      description: 'A model that supports tool calls.',
    },
    agentMemory: {
      label: 'Agent Memory',
      type: 'BaseCheckpointSaver',
      description: 'Keeps the state over several messages.',
      optional: true,
    },
    state: { label: 'State', type: 'State', optional: true },
    inputModeration,
  },
  async *step({ inputs, step, turn, ports, label }) {
    const rejection = await findRejection(inputs.inputModeration, turn.question)
    if (rejection !== undefined) {
      return {
        value: { content: rejection },
        branches: [],
        messages: [{ role: 'assistant', content: rejection }],
      }
    }
    const call = { step, turn, ports, label }
    const defaults = await readDefaults(call)
    // An earlier run of the session may have set them.
    const missing = Object.entries(defaults).filter(([key]) => !Object.hasOwn(step.state, key))
    return { value: { content: turn.question }, patch: Object.fromEntries(missing) }
  },
})

/** Initial values of the connected state node, whose chosen tab the plan stores with this node. */
async function readDefaults(call: StepCall): Promise<Record<string, Json>> {
  const code = call.step.stored('stateMemoryCode')
  if (code) {
    const values = await readFlowValues(call)
    const returned = await runScript(call, 'state', { code: readsDefaults(String(code)), values })
    return isRecord(returned) ? (returned as { [key: string]: Json }) : {}
  }
  return Object.fromEntries(
    rowsIn(call.step.stored('stateMemoryUI')).map(({ key, type, defaultValue }) => [
      String(key),
      type === 'Append' ? listIn(defaultValue ?? '') : (defaultValue ?? ''),
    ]),
  )
}

/** An object of `{ value: reducer, default: () => initial }`, with or without `return`. */
function readsDefaults(code: string): string {
  const object = /^\s*return\b/.test(code) ? `(()=>{${code}\n})()` : `(${code.trim().replace(/;$/, '')}\n)`
  const first = "typeof v?.default==='function'?v.default():v?.default??null"
  return `return Object.fromEntries(Object.entries(${object}).map(([k,v])=>[k,${first}]))`
}

function listIn(value: Json): Json {
  if (Array.isArray(value) || value === '') {
    return value === '' ? [] : value
  }
  try {
    const parsed: unknown = JSON.parse(String(value))
    return Array.isArray(parsed) ? (parsed as Json[]) : [value]
  } catch {
    return [value]
  }
}
