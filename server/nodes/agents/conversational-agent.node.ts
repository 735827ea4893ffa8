import { defineNode } from '#server/engine/define-node.ts'
import type { Tool } from '#server/engine/handles.ts'
import type { ChatMessage, ChatRequest } from '#server/engine/ports.ts'
import { showImages } from '#server/nodes/chains/show-images.ts'
import { inputModeration, maxIterations, memory, systemMessage, tools } from './agent-inputs.ts'
import { type Done, describeTools, runTextAgent } from './text-agent.ts'

export const conversationalAgent = defineNode({
  name: 'conversationalAgent',
  label: 'Conversational Agent',
  version: 3,
  category: 'Agents',
  description: 'Chat agent with memory and tools, for models without tool calls.',
  icon: 'agent',
  baseClasses: ['AgentExecutor', 'BaseChain', 'Runnable'],
  badge: 'DEPRECATING',

  inputs: {
    tools,
    model: { label: 'Chat Model', type: 'BaseChatModel' },
    memory,
    systemMessage: systemMessage(
      'You are a helpful assistant who talks with people and can use tools. Be friendly and precise, and say so when you do not know.',
    ),
    inputModeration,
    maxIterations,
  },

  async *run({ inputs, turn: { question, images }, label }) {
    const { model, tools, memory, systemMessage: system, maxIterations } = inputs
    const history = await memory.read()
    const requested = showImages(
      {
        system: [system, howToAnswer(tools)].filter(Boolean).join('\n\n'),
        messages: [...history, { role: 'user', content: question }],
      },
      images,
    )
    return yield* runTextAgent({
      model,
      tools,
      moderations: inputs.inputModeration,
      maxIterations,
      question,
      label,
      toRequest: (done, mustAnswer) => continueWith(requested, done, mustAnswer),
    })
  },
})

/** Finished steps become turns of the conversation, so that the model treats them as its own. */
function continueWith(requested: ChatRequest, done: readonly Done[], mustAnswer: boolean): ChatRequest {
  const steps = done.flatMap(({ reply, observation }): ChatMessage[] => [
    { role: 'assistant', content: reply },
    {
      role: 'user',
      content: `The tool answered:\n${observation}\n\nGo on, with one JSON object and nothing else.`,
    },
  ])
  const last: ChatMessage[] = mustAnswer
    ? [{ role: 'user', content: 'No more tools may be used. Give your "Final Answer" now.' }]
    : []
  return { ...requested, messages: [...requested.messages, ...steps, ...last] }
}

function howToAnswer(tools: readonly Tool[]) {
  return `You can use these tools:
${describeTools(tools) || '(none)'}

Reply with one JSON object and nothing else. To use a tool:
{"action": "name of the tool", "action_input": "what it is given"}
To answer the person, in the person's language:
{"action": "Final Answer", "action_input": "your answer"}`
}
