import { type Term, termsOf } from './synonyms.ts'
import { type Language, sentencesOf, toList } from './words.ts'

/** One statement of a text, the words it holds, and those of its heading, label or question. */
export type Item = { text: string; own: Term[]; around: Term[]; isListed: boolean; line: number }

/** Sentences that tell the model what to do say nothing about the world. */
const instruction =
  /^(?:you |your (?:task|job|role|goal|answers?|name)|(?:please )?(?:answer|respond|reply|use|do not|don't|never|always|be|keep|if (?:you|the|there|it|neither|somebody)|when (?:you|the|they|a|somebody)|act|write|only|make sure|avoid|begin|start|end|the following|given|based on|here (?:is|are)|context|passages|sen |siz |cevap|yanıt|her zaman|asla|sadece|yalnızca|yalnız|eğer|lütfen|aşağıdaki|bağlam|kısa ve)(?![\p{L}]))/iu
const bullet = /^(?:[-*•]|\d+[.)])\s+/
const passageMark = /^\[\d+\]\s*/
/** A sentence that begins like this speaks of what the one before it spoke of. */
const pointsBack =
  /^(?:it|its|they|their|this|these|he|she|bu|bunlar|bunun|o|onlar|orada|burada)(?![\p{L}])/iu

type Place = { heading: Term[]; question: string; isPassage: boolean; line: number }

/** The statements of a prompt, a passage or a page, in their order; instructions of a prompt are left out. */
export function readItems(text: string, language: Language, isPrompt = true): Item[] {
  const items: Item[] = []
  const place: Place = { heading: [], question: '', isPassage: !isPrompt, line: 0 }
  for (const line of text.split('\n')) {
    place.line += 1
    place.isPassage ||= passageMark.test(line)
    const bare = line.trim().replace(passageMark, '')
    const label = termsOf(labelOf(bare), language)
    for (const sentence of sentencesOf(bare)) {
      const item = readSentence(sentence, place, language)
      if (item) {
        const before = pointsBack.test(item.text) ? (items.at(-1)?.own ?? []) : []
        items.push({ ...item, around: [...item.around, ...label, ...before] })
      }
    }
  }
  return items
}

/** A heading or a question is remembered for what follows. */
function readSentence(sentence: string, place: Place, language: Language): Item | undefined {
  const body = sentence.replace(bullet, '')
  const question = /^(?:q|question|soru|s)\s*[:.]\s*(.+)$/i.exec(body)?.[1]
  if (question !== undefined) {
    place.question = question
  } else if (isHeading(body)) {
    place.heading = termsOf(headingText(body), language)
  } else if (place.question !== '' || place.isPassage || !instruction.test(body)) {
    const text = body.replace(/^(?:a|answer|cevap|c)\s*[:.]\s*/i, '')
    const around = [...place.heading, ...termsOf(place.question, language)]
    place.question = ''
    return { text, own: termsOf(text, language), around, isListed: bullet.test(sentence), line: place.line }
  }
  return undefined
}

function isHeading(body: string) {
  return /^#{1,6}\s/.test(body) || /^[^.!?]{2,60}:$/.test(body)
}

function headingText(body: string) {
  return body.replace(/^#+\s*/, '').replace(/:$/, '')
}

/** `Returns: Unused goods can come back.` */
function labelOf(line: string) {
  return /^(\p{Lu}[^.!?:,]{1,40}):\s+\S/u.exec(line)?.[1] ?? ''
}

/** What a text is about: its headings, the labels of its lines, else its first statements. */
export function topicsOf(text: string, language: Language): string[] {
  const lines = text.split('\n').map((line) => line.trim().replace(passageMark, ''))
  const headings = lines.filter((line) => /^#{1,6}\s/.test(line)).map(headingText)
  const labels = lines.map(labelOf).filter((label) => label !== '' && !/^(?:q|a|soru|cevap)$/i.test(label))
  const questions = lines.flatMap((line) => /^(?:q|soru)\s*:\s*(.+)$/i.exec(line)?.[1] ?? [])
  const named = [headings, labels, questions].find((each) => each.length > 1)
  return (named ?? readItems(text, language).map((item) => item.text)).slice(0, 5)
}

export function writeItems(items: readonly Item[]): string {
  const texts = items.map(({ text }) => text)
  return items.length > 1 && items.some(({ isListed }) => isListed)
    ? toList(texts)
    : texts.map((text) => (/[.!?…:]$/.test(text) ? text : `${text}.`)).join(' ')
}

/** The sentences that share most words with the whole: a summary by choice, not by understanding. */
export function summarise(text: string, max: number, language: Language): string {
  const items = readItems(text, language, false)
  const counts = new Map<string, number>()
  for (const { stem } of items.flatMap(({ own }) => own)) {
    counts.set(stem, (counts.get(stem) ?? 0) + 1)
  }
  const weight = ({ own }: Item) =>
    own.reduce((sum, { stem }) => sum + (counts.get(stem) ?? 1) - 1, 0) / Math.sqrt(own.length + 1)
  const chosen = items.toSorted((a, b) => weight(b) - weight(a)).slice(0, max)
  return writeItems(items.filter((item) => chosen.includes(item)))
}

/** Tasks of minutes: who does or will do what. What was or is says nothing of a task. */
const englishTask =
  /^(?!The |This |That |It |There )\p{Lu}\p{L}+(?: and \p{Lu}\p{L}+)? (?:will|shall|must|should|has to|have to|needs? to|is to|is going to|\p{L}{2,}[^s]s)\s/u
const turkishTask = /(?:yor|[ae]ca[kğ]|ece[kğ]|mal[ıi]|s[ıi]n)(?:lar|ler)?[.!]?$/u

export function tasksIn(text: string): string[] {
  const sentences = sentencesOf(text).map((sentence) => sentence.replace(bullet, ''))
  return sentences.filter((sentence) => englishTask.test(sentence) || turkishTask.test(sentence)).slice(0, 20)
}
