import type { ChatRequest } from '#server/engine/ports.ts'
import { comparisons, httpMethods, plannedKindNames, plannedKinds } from '#shared/writing.ts'

export function instructionRequest(task: string): ChatRequest {
  return {
    system: [
      'You write instructions (system prompts) for language models that answer in a chat or work as one step of a flow.',
      'From the description below write one instruction, in the language of the description.',
      '- Speak to the model: say who it is, what it has to do, what it must not do, and how its answer is to look.',
      '- Keep what stands in {{double braces}} exactly as it is: these are places for values.',
      '- Invent no facts, names, prices or rules that the description does not hold.',
      '- Be short and concrete: rarely more than 200 words, plain text or Markdown.',
      'Answer with the instruction and nothing else: no greeting, no explanation, no code fence.',
    ].join('\n'),
    messages: [{ role: 'user', content: task }],
  }
}

type Written = { role: string; content: string }

/** `instruction`: the flow's own, for what it knows. */
export function replyRequest(instruction: string, messages: readonly Written[]): ChatRequest {
  const system = [
    'You draft the next message of a support operator to a visitor. The operator reads it, changes it and sends it.',
    '- Answer what the visitor has written last, in the language of the visitor.',
    '- Use only facts of the conversation and of the notes below. Where a fact is missing, write that you will look it up.',
    '- Be short and friendly. No subject, no signature, no placeholders.',
    'Answer with the message and nothing else.',
    ...(instruction === '' ? [] : ['', 'Notes of the assistant that has answered so far:', instruction]),
  ].join('\n')
  const written = messages
    .filter(({ content }) => content.trim() !== '')
    .map(({ role, content }) => ({
      role: role === 'userMessage' ? ('user' as const) : ('assistant' as const),
      content: content.slice(0, MAX_WRITTEN),
    }))
  const isAnswered = written.at(-1)?.role !== 'user'
  return {
    system,
    messages: [...written, ...(isAnswered ? [{ role: 'user' as const, content: NEXT }] : [])],
  }
}

/** Characters of one message. */
const MAX_WRITTEN = 4_000
/** After a message of the operator or the AI: models expect a turn of the user. */
const NEXT = 'Write what the operator could add.'

export function stepsRequest(description: string): ChatRequest {
  const kinds = Object.entries(plannedKinds).map(([name, purpose]) => `- ${name}: ${purpose}`)
  return {
    system: [
      'You plan flows for an editor. A flow is a graph of steps that are done one after the other, from left to right.',
      'Plan the flow of the description below. Use only these kinds of step:',
      ...kinds,
      'Rules:',
      '- Begin with start and link it to the first step. Every other step can be reached from it, except steps inside an iteration, which begin with the one nothing leads to.',
      '- Use as few steps as do the work, never more than 20.',
      '- Links go forward and never in a circle; only a loop goes back. No link passes into or out of an iteration.',
      '- In texts, {{ question }} is what the user wrote and {{ id }} is what the step with that id gave.',
      '- ids are short words of letters and digits; labels have one to four words. Labels and texts are in the language of the description.',
      '- A field that a kind does not use is empty: "" or []. "output" is the number of the branch, from 0.',
      'Answer with the JSON of the plan and nothing else.',
    ].join('\n'),
    messages: [{ role: 'user', content: description }],
    schema: { name: 'flow_plan', schema: planSchema() },
  }
}

/** Asks the model that wrote a plan to mend it, once. */
export function repairRequest(request: ChatRequest, answer: string, issues: readonly string[]): ChatRequest {
  const found = issues.slice(0, MAX_ISSUES).map((issue) => `- ${issue}`)
  return {
    ...request,
    messages: [
      ...request.messages,
      { role: 'assistant', content: answer },
      {
        role: 'user',
        content: [
          'The editor checked this plan and found these issues:',
          ...found,
          'Answer with the whole plan again, without them. Change nothing else.',
        ].join('\n'),
      },
    ],
  }
}

const MAX_ISSUES = 30

// No additional properties and all required: OpenAI enforces it, other providers read it as a guide.
function planSchema() {
  const text = { type: 'string' }
  const oneOf = (names: readonly string[]) => ({ type: 'string', enum: [...names] })
  const listOf = (items: Shape) => ({ type: 'array', items })
  const step = objectOf({
    id: text,
    kind: oneOf(plannedKindNames),
    label: text,
    text,
    scenarios: listOf(text),
    conditions: listOf(objectOf({ left: text, operation: oneOf(comparisons), right: text })),
    method: oneOf(httpMethods),
    url: text,
    backTo: text,
    inside: text,
  })
  const link = objectOf({ from: text, to: text, output: { type: 'integer' } })
  return objectOf({ steps: listOf(step), links: listOf(link) })
}

type Shape = NonNullable<ChatRequest['schema']>['schema']

function objectOf(properties: Shape): Shape {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}
