import { callModel } from '#server/engine/call-model.ts'
import type { ChatModel, Document } from '#server/engine/handles.ts'
import { formatTemplate } from './context-of.ts'

export const defaultVariantsPrompt = `Write {questionCount} other ways to ask this question, each on a line of its own, in its language. They are used to search documents: vary the words, keep the meaning. Write nothing else.

Question: {question}`

const variants = 3
const maxVariant = 500

export async function generateVariants(
  model: ChatModel,
  question: string,
  prompt: string,
  count = variants,
): Promise<string[]> {
  const content = formatTemplate(prompt, { question, questionCount: String(count) })
  const { text } = await callModel(model, { messages: [{ role: 'user', content }] })
  const lines = text
    .replace(/<\/?questions?>/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s*/, '').trim())
    .filter((line) => line !== '' && line.length <= maxVariant)
  return [question, ...new Set(lines.filter((line) => line !== question))].slice(0, count + 1)
}

export function fuseLists(lists: readonly (readonly Document[])[], constant: number): Document[] {
  const ranked = new Map<string, { document: Document; score: number }>()
  for (const list of lists) {
    for (const [rank, document] of list.entries()) {
      const key = JSON.stringify([document.pageContent, document.metadata])
      const known = ranked.get(key) ?? { document, score: 0 }
      ranked.set(key, { document, score: known.score + 1 / (constant + rank + 1) })
    }
  }
  return [...ranked.values()].sort((a, b) => b.score - a.score).map(({ document }) => document)
}
