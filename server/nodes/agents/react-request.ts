import type { Tool } from '#server/engine/handles.ts'
import type { ChatMessage, ChatRequest } from '#server/engine/ports.ts'
import { type Done, describeTools } from './text-agent.ts'

type ReactOptions = {
  tools: readonly Tool[]
  history: readonly ChatMessage[]
  question: string
}

export function reactRequest(
  { tools, history, question }: ReactOptions,
  done: readonly Done[],
  mustAnswer: boolean,
): ChatRequest {
  const names = tools.map(({ name }) => name).join(', ')
  const past = history.map(({ role, content }) => `${role}: ${content}`).join('\n')
  const steps = done.map(({ reply, observation }) => `${reply}\nObservation: ${observation}`).join('\n')
  const end = mustAnswer
    ? 'Thought: No more tools may be used. I give the answer now.\nFinal Answer:'
    : 'Thought:'
  const content = [
    'Answer the question as well as you can. You may use these tools:',
    describeTools(tools) || '(none)',
    'Write in exactly this manner:',
    `Thought: what you need to know or do next
Action: the name of one tool${names && `, one of [${names}]`}
Action Input: what the tool is given
Observation: what the tool answers (this is written for you; stop before it)
… Thought, Action, Action Input and Observation may come several times …
Thought: I know the answer
Final Answer: the answer to the question, in its language`,
    past && `The conversation so far:\n${past}`,
    `Question: ${question}\n${steps ? `${steps}\n` : ''}${end}`,
  ]
    .filter(Boolean)
    .join('\n\n')
  return { messages: [{ role: 'user', content }] }
}
