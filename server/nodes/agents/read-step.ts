import type { Json } from '#server/engine/inputs.ts'
import { isRecord } from '#shared/json.ts'
import { parseBoundedJson } from '#shared/json-depth.ts'

export type TextStep =
  | { answer: string }
  | { tool: string; input: string; thought: string }
  | { unclear: string }

const finalAnswer = /^[ \t*_#>-]*final[ _]answer[*_]*\s*:[*_]*/im
const action = /^[ \t*_#>-]*action[*_]*\s*\d*\s*:[*_]*[ \t]*(.+?)[ \t]*$/im
const actionInput = /^[ \t*_#>-]*action[ _]*input[*_]*\s*\d*\s*:[*_]*[ \t]*/im

/**
 * Reads `Thought / Action / Action Input / Final Answer`, or JSON such as `{"action": …, "action_input": …}`.
 * Models decorate, number and fence these keywords; text after `Observation:` is invented by the model and
 * dropped.
 */
export function readStep(reply: string): TextStep {
  const text = cutObservation(reply)
  const [json] = [readJsonStep(text)]
  if (json) {
    return json
  }
  const target = action.exec(text)
  const final = finalAnswer.exec(text)
  if (target && (!final || target.index < final.index)) {
    return readAction(text, target)
  }
  if (final) {
    return { answer: text.slice(final.index + final[0].length).trim() }
  }
  return /^[ \t*_]*thought[*_]*\s*:/im.test(text) ? { unclear: text.trim() } : { answer: text.trim() }
}

function cutObservation(text: string) {
  const at = text.search(/^[ \t*_]*observation[*_]*\s*:/im)
  return at > 0 ? text.slice(0, at) : text
}

function readAction(text: string, found: RegExpExecArray): TextStep {
  const rest = text.slice(found.index + found[0].length)
  const input = actionInput.exec(rest)
  const given = input ? rest.slice(input.index + input[0].length) : ''
  const thought = text
    .slice(0, found.index)
    .replace(/^[ \t*_]*thought[*_]*\s*:[*_]*\s*/i, '')
    .trim()
  return { tool: unwrap(found[1] ?? ''), input: withoutFence(given), thought }
}

function readJsonStep(text: string): TextStep | undefined {
  const fenced = /```(?:json)?\s*([\s\S]*?)```/i.exec(text)?.[1]
  const bare = /\{[\s\S]*\}/.exec(text)?.[0]
  const parsed = [fenced, bare]
    .map((each) => (each ? parseLoose(each) : undefined))
    .find((each) => isRecord(each))
  if (!parsed || typeof parsed.action !== 'string') {
    return undefined
  }
  const given = parsed.action_input ?? parsed.actionInput ?? ''
  const input = typeof given === 'string' ? given : JSON.stringify(given)
  if (/^final[ _]?answer$/i.test(parsed.action.trim())) {
    return { answer: input }
  }
  return {
    tool: unwrap(parsed.action),
    input,
    thought: text
      .slice(0, Math.max(0, text.indexOf('{')))
      .replace(/```(json)?/gi, '')
      .trim(),
  }
}

/** Accepts fences, trailing commas and line breaks in texts. */
export function parseLoose(text: string): Json | undefined {
  const bare = withoutFence(text)
  const tries = [bare, bare.replace(/,\s*([}\]])/g, '$1'), bare.replace(/\r?\n/g, '\\n')]
  for (const each of tries) {
    try {
      return parseBoundedJson(each) as Json
    } catch {}
  }
  return undefined
}

function withoutFence(text: string) {
  return text
    .trim()
    .replace(/^```[a-z]*\s*/i, '')
    .replace(/\s*```$/, '')
    .trim()
}

function unwrap(name: string) {
  return name.replace(/^[\s`"'*[(]+|[\s`"'*\])]+$/g, '')
}
