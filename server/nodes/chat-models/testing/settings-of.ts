import type { AnyCall, LoadPorts, NodeDefinition } from '#server/engine/define-node.ts'
import type { ModelSettings } from '#server/engine/ports.ts'
import { readInputs } from '#server/engine/read-inputs.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { aSurrounding } from '#server/testing/node-call.ts'

/** Test helper: the settings a node builds from a form and a credential. An empty credential means none. */
export function settingsOf(name: string, stored: object, credential: object): ModelSettings | undefined {
  const node = nodeNamed(name)
  let settings: ModelSettings | undefined
  const surrounding = aSurrounding(
    {
      chatModel(given) {
        settings = given
        return { stream: () => Promise.reject(new Error('not to be asked')) as never }
      },
    },
    name,
  )
  const scope = { node: name, turn: surrounding.turn, built: new Map<string, unknown>() }
  const call: AnyCall = {
    ...surrounding,
    inputs: readInputs(node.inputs, stored as Record<string, unknown>, scope),
    credential:
      node.credential && Object.keys(credential).length > 0
        ? readInputs(node.credential.inputs, credential as Record<string, unknown>, scope)
        : undefined,
  }
  node.build?.(call)
  return settings
}

export function nodeNamed(name: string): NodeDefinition {
  const node = catalogue.get(name)
  if (!node) {
    throw new Error(`There is no node ${name}.`)
  }
  return node
}

/** Test helper: ports for load methods. Ports that are not given reject. */
export function loadPorts(given: Partial<LoadPorts>): LoadPorts {
  const reject = () => Promise.reject(new Error('This test did not expect that to be asked.'))
  const ports = {
    listModels: reject,
    customTools: reject,
    listFlows: reject,
    fetch: reject,
    openFile: reject,
    openMcp: reject,
  }
  return { ...ports, ...given }
}
