import type { Answer } from '#server/engine/define-node.ts'
import type { ChatModel, Memory, Moderation, Prompt, Tool } from '#server/engine/handles.ts'
import { orderTools } from '#server/engine/order-tools.ts'
import type { ChatImage, ChatMessage, ChatRequest } from '#server/engine/ports.ts'
import { answerOf, runToolLoop } from '#server/engine/tool-loop.ts'
import { findRejection, toWords } from '#server/nodes/chains/moderate.ts'
import { resolvePrompt } from '#server/nodes/chains/resolve-prompt.ts'
import { showImages } from '#server/nodes/chains/show-images.ts'
import { cleanAnswer } from './clean-answer.ts'

export type ToolAgent = {
  model: ChatModel
  tools: readonly Tool[]
  memory: Memory | undefined
  system: string | undefined
  prompt?: Prompt | undefined
  moderations: readonly Moderation[]
  maxIterations: number | undefined
  question: string
  images?: readonly ChatImage[] | undefined
  label: string
}

export async function* runToolAgent(agent: ToolAgent): AsyncGenerator<string, Answer> {
  const { model, tools, moderations, maxIterations, question, label, images } = agent
  const rejection = await findRejection(moderations, question)
  if (rejection !== undefined) {
    yield* toWords(rejection)
    return {}
  }
  const request = showImages(await toRequest(agent), images)
  const result = yield* runToolLoop({ model, tools: orderTools(tools), request, maxIterations, label })
  return { ...answerOf(result), text: cleanAnswer(result.text) }
}

async function toRequest({ memory, prompt, system, question, label }: ToolAgent): Promise<ChatRequest> {
  const history = (await memory?.read()) ?? []
  if (!prompt) {
    return { system, messages: [...history, { role: 'user', content: question }] }
  }
  const given: Record<string, string> = { input: question, agent_scratchpad: '' }
  const key = memory?.key ?? 'chat_history'
  given[key] = spoken(history)
  const messages = resolvePrompt(prompt, { question, given, label })
  const between = prompt.variables.includes(key) ? [] : history
  return { messages: [...messages.slice(0, -1), ...between, ...messages.slice(-1)] }
}

function spoken(history: readonly ChatMessage[]) {
  return history.map(({ role, content }) => `${role}: ${content}`).join('\n')
}
