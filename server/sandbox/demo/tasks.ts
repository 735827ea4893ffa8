import type { Conversation } from './conversation.ts'
import { embed } from './embedding.ts'
import { findText } from './fill-shape.ts'
import { nameIn } from './memory.ts'
import { isSynonym, type Term, termsOf } from './synonyms.ts'
import { capitalise, sentencesOf } from './words.ts'

export function doTask(conversation: Conversation): string | undefined {
  return (
    chooseName(conversation) ??
    followExamples(conversation) ??
    writeFields(conversation) ??
    draftReply(conversation)
  )
}

/** `Answer with the name of one expert from this list`: the entry that shares most with the question. */
function chooseName({ system, question }: Conversation): string | undefined {
  if (!/answer with the name of one\b/i.test(system)) {
    return undefined
  }
  const inBoth = (text: string) => [...termsOf(text, 'en'), ...termsOf(text, 'tr')]
  const asked = inBoth(question.replace(/^[^"]*quoted as JSON:/i, ''))
  const scored = [...system.matchAll(/^- ([^:\n]+): (.+)$/gm)].map(([, name = '', about = '']) => {
    const listed = inBoth(`${name} ${about}`)
    const isListed = (term: Term) => listed.some((each) => each.stem === term.stem || isSynonym(each, term))
    return { name, score: asked.filter(isListed).length }
  })
  const [best] = scored.toSorted((a, b) => b.score - a.score)
  return best && best.score > 0 ? best.name : 'NONE'
}

const minExamples = 3

/** A prompt of examples, each a question and an answer in JSON: the answer of the nearest one. */
function followExamples({ question, context }: Conversation): string | undefined {
  const examples = [
    ...context.matchAll(/(?:^|\n)(?:question|soru): (.+)\n(?:answer|cevap): (\{.+\})(?=\n|$)/gi),
  ].map(([, asked = '', answer = '']) => ({ answer, score: similarity(asked, question) }))
  return examples.length < minExamples ? undefined : examples.toSorted((a, b) => b.score - a.score)[0]?.answer
}

function similarity(a: string, b: string): number {
  const other = embed(b)
  return embed(a).reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
}

/** `… one line each – Customer, Product – and write “not said” where …` */
function writeFields({ question, context }: Conversation): string | undefined {
  const [prompt, text] = /:$/.test(question) ? [question, context] : [context, question]
  const [, listed = '', missing = ''] =
    /[–-]\s([^–\n]+,[^–\n]+)\s[–-][^“"\n]*[“"]([^”"\n]+)[”"]/u.exec(prompt) ?? []
  const names = listed.split(',').map((name) => name.trim())
  return missing === '' || text === ''
    ? undefined
    : names.map((name) => `${name}: ${findText(name, text) ?? missing}`).join('\n')
}

/** A reply that says only what is certain: to whom, and what about. */
function draftReply({ system, question, history, phrases }: Conversation): string | undefined {
  if (!/\bdrafts? (?:a )?repl|yanıt tasla/i.test(system) || question === '') {
    return undefined
  }
  const said = [...history.filter(({ role }) => role === 'user').map(({ text }) => text), question]
  const signed =
    /(?:thanks|thank you|regards|best|cheers|teşekkürler|sevgiler|saygılar)[,.!]?\s+(\p{Lu}\p{L}+)[.!]?\s*$/iu
  const names = said.toReversed().map((text) => nameIn(text) ?? signed.exec(text)?.[1])
  const about = sentencesOf(question).find((sentence) => nameIn(sentence) === undefined) ?? question
  const plain = about
    .replace(/^(?:hi|hello|dear|merhaba|selam|sevgili)\s[^,]{0,30},\s*/iu, '')
    .replace(/!+/g, '.')
  return phrases.draft(names.find(Boolean) ?? '', capitalise(plain))
}
