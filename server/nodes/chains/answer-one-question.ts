import type { Chain, ChatModel, Document, Moderation } from '#server/engine/handles.ts'
import type { Turn } from '#server/engine/surroundings.ts'
import { answerFrom, usualResponsePrompt, wholeText } from './answer-from-documents.ts'
import { findRefusal, toWords } from './moderate.ts'

type Asked = { readonly model: ChatModel; readonly inputModeration: Moderation[] }
type Find<Inputs> = (inputs: Inputs, question: string) => Promise<Document[]>

/** What a chain does that answers one question from what it has found, without a memory: asked by another node, or by a person. */
export function answerOneQuestion<Inputs extends object>(find: Find<Inputs>) {
  type Call = { inputs: Inputs & Asked; turn: Turn }

  async function answer(inputs: Inputs & Asked, question: string) {
    const documents = await find(inputs, question)
    return answerFrom({ model: inputs.model, question, documents, prompt: usualResponsePrompt })
  }

  return {
    build: ({ inputs }: Call): Chain => ({
      async ask(question) {
        return (
          (await findRefusal(inputs.inputModeration, question)) ?? wholeText(await answer(inputs, question))
        )
      },
    }),

    async *run({ inputs, turn: { question } }: Call) {
      const refusal = await findRefusal(inputs.inputModeration, question)
      if (refusal !== undefined) {
        yield* toWords(refusal)
        return
      }
      yield* await answer(inputs, question)
    },
  }
}
