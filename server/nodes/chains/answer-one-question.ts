import type { Turn } from '#server/engine/call-context.ts'
import type { Chain, ChatModel, Document, Moderation } from '#server/engine/handles.ts'
import { answerFrom, collectText, defaultResponsePrompt } from './answer-from-documents.ts'
import { findRejection, toWords } from './moderate.ts'

type ReceivedRequest = { readonly model: ChatModel; readonly inputModeration: Moderation[] }
type Find<Inputs> = (inputs: Inputs, question: string) => Promise<Document[]>

/**
 * A chain without a memory that answers one question from retrieved documents, called by another node or directly.
 */
export function answerOneQuestion<Inputs extends object>(find: Find<Inputs>) {
  type Call = { inputs: Inputs & ReceivedRequest; turn: Turn }

  async function answer(inputs: Inputs & ReceivedRequest, question: string) {
    const documents = await find(inputs, question)
    return answerFrom({ model: inputs.model, question, documents, prompt: defaultResponsePrompt })
  }

  return {
    build: ({ inputs }: Call): Chain => ({
      async ask(question) {
        return (
          (await findRejection(inputs.inputModeration, question)) ??
          collectText(await answer(inputs, question))
        )
      },
    }),

    async *run({ inputs, turn: { question } }: Call) {
      const rejection = await findRejection(inputs.inputModeration, question)
      if (rejection !== undefined) {
        yield* toWords(rejection)
        return
      }
      yield* await answer(inputs, question)
    },
  }
}
