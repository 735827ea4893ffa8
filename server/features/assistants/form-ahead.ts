import { isDeepStrictEqual } from 'node:util'
import type { AssistantDetails, AssistantPart } from '#shared/assistants.ts'

/** Whether a form has something that the published form lacks. A published part has the defaults of its node, too. */
export function isAhead(form: AssistantDetails, live: AssistantDetails): boolean {
  const { chatModel, tools, name: _, ...rest } = form
  const same = Object.keys(rest) as (keyof typeof rest)[]
  return !(
    same.every((field) => isDeepStrictEqual(form[field], live[field])) &&
    areWithin(chatModel ? [chatModel] : [], live.chatModel ? [live.chatModel] : []) &&
    areWithin(tools, live.tools)
  )
}

function areWithin(parts: readonly AssistantPart[], live: readonly AssistantPart[]) {
  return parts.length === live.length && parts.every((part, place) => isWithin(part, live[place]))
}

/** Credentials do not count, because an exported file has none. */
function isWithin({ name, inputs }: AssistantPart, live: AssistantPart | undefined) {
  return (
    name === live?.name &&
    Object.entries(inputs).every(([key, value]) => isDeepStrictEqual(value, live.inputs[key]))
  )
}
