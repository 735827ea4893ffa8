import type { z } from 'zod'
import type { customFunctionInput } from '#shared/tools.ts'
import { textOf } from '../fields/field-props.ts'
import { readRecords } from '../fields/rows.ts'
import { readValues } from '../graph/prompt-values.ts'

/** Texts by the name under which the code finds them: `$name`, `$flow.input`, `$flow.state.key`. */
export type Given = Readonly<Record<string, string>>

/** The server knows the house's variables itself; tools are there in runs only. */
const notGiven = new Set(['$vars', '$tools', '$flow', '$flow.state'])

/** What a program names that has to be given to it. */
export function namesIn(code: string): string[] {
  const found = code.matchAll(/\$flow\.state\.[A-Za-z_]\w*|\$flow\.[A-Za-z_]\w*|\$[A-Za-z_]\w*/g)
  return [...new Set([...found].map(([name]) => name))].filter((name) => !notGiven.has(name))
}

/** What a node hands to its code, as it is written on it: an object as JSON text, or the rows of an agent's step. */
export function declaredIn(inputs: Readonly<Record<string, unknown>>): Given {
  const { functionInputVariables: stored, customFunctionInputVariables: rows } = inputs
  const objects = [readValues(stored), ...readRecords(stored).map(readValues)]
  return Object.fromEntries([
    ...objects.flatMap((each) => Object.entries(each).map(([name, value]) => [`$${name}`, value])),
    ...readRecords(rows).map((row) => [`$${textOf(row.variableName)}`, textOf(row.variableValue)]),
  ])
}

/**
 * What the server is to run: inputs by name, and the flow's own values set on the code's first line, so that the lines a
 * fault names stay what they are.
 */
export function toRun(code: string, given: Given): z.input<typeof customFunctionInput> {
  const under = (start: string) =>
    Object.entries(given).flatMap(([name, text]): [string, Json][] => {
      const key = name.startsWith(start) ? name.slice(start.length) : ''
      return key === '' || key.includes('.') ? [] : [[key, readGiven(text)]]
    })
  const [flow, state] = [under('$flow.'), under('$flow.state.')]
  const told = { ...Object.fromEntries(flow), ...(state.length > 0 && { state: Object.fromEntries(state) }) }
  return {
    javascriptFunction:
      flow.length + state.length > 0 ? `Object.assign($flow, ${JSON.stringify(told)});${code}` : code,
    functionInputVariables: Object.fromEntries(under('$')),
  }
}

type Json = z.infer<ReturnType<typeof z.json>>

/** An object or a list is handed over as such, as it is where another node gives it. */
function readGiven(text: string): Json {
  try {
    return /^\s*[[{]/.test(text) ? (JSON.parse(text) as Json) : text
  } catch {
    return text
  }
}
