import { callModel } from '#server/engine/call-model.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { ChatModel, PromptChoice } from '#server/engine/handles.ts'
import type { ChatRequest } from '#server/engine/ports.ts'
import { findRejection, inputModeration, toWords } from './moderate.ts'
import { showImages } from './show-images.ts'

export const multiPromptChain = defineNode({
  name: 'multiPromptChain',
  label: 'Multi Prompt Chain',
  version: 2,
  category: 'Chains',
  description: 'Chooses the prompt that fits the message and answers with it.',
  icon: 'chain',
  baseClasses: ['MultiPromptChain', 'MultiRouteChain', 'BaseChain', 'Runnable'],
  badge: 'DEPRECATING',

  inputs: {
    model: { label: 'Language Model', type: 'BaseLanguageModel' },
    promptRetriever: { label: 'Prompt Retriever', type: 'PromptRetriever', list: true },
    inputModeration,
  },

  build: ({ inputs: { model, promptRetriever: choices } }) => ({
    ask: async (question) => (await callModel(model, await route(model, choices, question))).text,
  }),

  async *run({ inputs: { model, promptRetriever: choices, inputModeration: moderations }, turn }) {
    const rejection = await findRejection(moderations, turn.question)
    if (rejection !== undefined) {
      yield* toWords(rejection)
      return
    }
    yield* model.stream(showImages(await route(model, choices, turn.question), turn.images))
  },
})

async function route(
  model: ChatModel,
  choices: readonly PromptChoice[],
  question: string,
): Promise<ChatRequest> {
  const messages = [{ role: 'user' as const, content: question }]
  const system = [
    'You hand questions to the right expert. Answer with the name of one expert from this list, and nothing else.',
    'If none is right, answer with NONE.',
    ...choices.map(({ name, description }) => `- ${name}: ${description}`),
  ].join('\n')
  const content = `Question, quoted as JSON: ${JSON.stringify(question)}`
  const { text } = await callModel(model, { system, messages: [{ role: 'user', content }] })
  const chosen = findNamed(choices, text)
  return { ...(chosen && { system: chosen.systemMessage }), messages }
}

/** Models add text around a name: tries an exact match first, then the longest name contained in the text. */
function findNamed(choices: readonly PromptChoice[], text: string): PromptChoice | undefined {
  const reply = text.trim().toLowerCase()
  const byLength = [...choices].sort((a, b) => b.name.length - a.name.length)
  return (
    byLength.find(({ name }) => name.toLowerCase() === reply) ??
    byLength.find(({ name }) => reply.includes(name.toLowerCase()))
  )
}
