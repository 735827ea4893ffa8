import type { AssistantDetails, AssistantPart } from './assistants.ts'
import { isRecord } from './json.ts'

/**
 * Whether the server's form has everything of `form`. Read back from its flow, a part has the defaults of its node too.
 */
export function contains(server: AssistantDetails, form: AssistantDetails): boolean {
  const { chatModel, tools, ...rest } = form
  const { chatModel: model, tools: parts, ...others } = server
  return isSame(rest, others) && holdParts(listOf(model), listOf(chatModel)) && holdParts(parts, tools)
}

const listOf = (part: AssistantPart | null) => (part ? [part] : [])

function holdParts(server: readonly AssistantPart[], parts: readonly AssistantPart[]) {
  return parts.length === server.length && parts.every((part, place) => holdsPart(server[place], part))
}

/** Exported files have no credentials. */
function holdsPart(server: AssistantPart | undefined, { name, inputs, credential }: AssistantPart) {
  return (
    name === server?.name &&
    (credential ?? server.credential) === server.credential &&
    Object.entries(inputs).every(([key, value]) => isSame(value, server.inputs[key]))
  )
}

const isSame = (one: unknown, other: unknown) => textOf(one) === textOf(other)

/** With the keys of every object in one order. */
function textOf(value: unknown) {
  return JSON.stringify(value, (_, each: unknown) =>
    isRecord(each) ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1))) : each,
  )
}
