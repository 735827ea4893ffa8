import { callModel } from '#server/engine/call-model.ts'
import type { Document, Synthesizer } from '#server/engine/handles.ts'
import { contextOf, formatTemplate } from '#server/nodes/retrievers/context-of.ts'

export type Prompts = { textQA: string; refine: string }

export const defaultPrompts: Prompts = {
  textQA: `Passages:
{context}

Answer this question from the passages and from nothing else, in its own language. Name the passages you use by their numbers, like [1].
Question: {query}
Answer:`,
  refine: `Question: {query}
The answer so far: {existingAnswer}

Further passages:
{context}

Where they help, make the answer better with them; otherwise repeat it as it is. Write the answer alone.`,
}

/** Characters of passages per prompt: a few thousand tokens, which every model accepts. */
const maxCharacters = 12_000

export function refineOver(prompts: Prompts, characters: number = maxCharacters): Synthesizer {
  return {
    async *synthesize({ question, documents, model }) {
      const portions = portionsOf(documents, characters)
      let existingAnswer: string | undefined
      for (const [place, context] of portions.entries()) {
        const template = existingAnswer === undefined ? prompts.textQA : prompts.refine
        const values = { context, query: question, existingAnswer: existingAnswer ?? '' }
        const request = requested(formatTemplate(template, values))
        existingAnswer =
          place === portions.length - 1
            ? (yield* model.stream(request)).text
            : (await callModel(model, request)).text
      }
      return existingAnswer ?? ''
    },
  }
}

/** Answers each portion, then repeats with the answers as passages until one portion is left. */
export function summariseTree(textQA: string): Synthesizer {
  return {
    async *synthesize({ question, documents, model }) {
      let portions = portionsOf(documents, maxCharacters)
      while (portions.length > 1) {
        const answers = await Promise.all(
          portions.map((context) =>
            callModel(model, requested(formatTemplate(textQA, { context, query: question }))),
          ),
        )
        const passages = answers.map(({ text }) => ({ pageContent: text, metadata: {} }))
        const next = portionsOf(passages, maxCharacters)
        // If the answers are as long as their passages, the loop would not converge.
        portions = next.length < portions.length ? next : [contextOf(passages)]
      }
      const context = portions[0] ?? ''
      return (yield* model.stream(requested(formatTemplate(textQA, { context, query: question })))).text
    },
  }
}

function requested(content: string) {
  return { messages: [{ role: 'user' as const, content }] }
}

/** Passages keep their numbers across portions. Returns at least one portion. */
function portionsOf(documents: readonly Document[], characters: number): string[] {
  const portions: string[] = []
  let open = ''
  for (const [place, { pageContent }] of documents.entries()) {
    const passage = `[${place + 1}] ${pageContent}`
    if (open !== '' && open.length + passage.length > characters) {
      portions.push(open)
      open = ''
    }
    open = open === '' ? passage : `${open}\n\n${passage}`
  }
  return [...portions, open]
}
