import { sentencesOf, stemsOf } from './words.ts'

/** One thing a text says, and the stems by which it is found. */
type Item = { text: string; stems: Set<string>; isListed: boolean }

/** Sentences of a prompt that tell the model what to do say nothing about the world. */
const instruction =
  /^(?:you (?:are|must|should|will|have to|can|may|only|never|always)|your (?:task|job|role|goal|answers?)|(?:please )?(?:answer|respond|reply|use|do not|don't|never|always|be|keep|if (?:you|the|there|it)|when (?:you|the)|act|write|only|make sure|avoid|begin|start|end|the following|given|based on|here (?:is|are)|context|sen |siz |cevap|yanıt|her zaman|asla|sadece|yalnızca|eğer|lütfen|aşağıdaki|bağlam)(?![\p{L}]))/iu

const bullet = /^(?:[-*•]|\d+[.)])\s+/

export function readItems(text: string): Item[] {
  const items: Item[] = []
  let heading: string[] = []
  let asked: string | undefined
  for (const sentence of sentencesOf(text)) {
    const body = sentence.replace(bullet, '')
    const question = /^(?:q|question|soru|s)\s*[:.]\s*(.+)$/i.exec(body)?.[1]
    const isHeading = /^#{1,6}\s/.test(body) || (/^[^.!?]{2,60}:$/.test(body) && !question)
    if (question) {
      asked = question
    } else if (isHeading) {
      heading = stemsOf(body)
    } else if (asked !== undefined || !instruction.test(body)) {
      const answer = body.replace(/^(?:a|answer|cevap|c)\s*[:.]\s*/i, '')
      items.push({
        text: answer,
        stems: new Set([...stemsOf(`${asked ?? ''} ${answer}`), ...heading]),
        isListed: bullet.test(sentence),
      })
      asked = undefined
    }
  }
  return items
}

type Wanted = { stems: readonly string[]; most: number }

/** The items that best fit what is asked, in the order of the text; none if none fits well enough. */
export function bestItems(items: readonly Item[], { stems, most }: Wanted): Item[] {
  const wanted = [...new Set(stems)]
  const weights = new Map(wanted.map((stem) => [stem, weightOf(stem, items)]))
  const total = sumOf(wanted.filter((stem) => (weights.get(stem) ?? 0) > 0).map((stem) => weights.get(stem)))
  const scored = items.map((item) => ({
    item,
    score: sumOf(wanted.map((stem) => (item.stems.has(stem) ? weights.get(stem) : 0))),
    found: wanted.filter((stem) => item.stems.has(stem)).length,
  }))
  const best = Math.max(0, ...scored.map(({ score }) => score))
  const known = wanted.filter((stem) => items.some((item) => item.stems.has(stem))).length
  // Half of what was asked for must be known at all: else the text is about something else.
  if (best === 0 || total === 0 || known * 2 < wanted.length) {
    return []
  }
  return scored
    .filter(({ score, found }) => score >= best * 0.6 && (found > 1 || wanted.length < 3))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ item }) => item)
    .toSorted((a, b) => items.indexOf(a) - items.indexOf(b))
}

/** A word that stands everywhere tells nothing apart. */
function weightOf(stem: string, items: readonly Item[]): number {
  const holding = items.filter((item) => item.stems.has(stem)).length
  return holding === 0 ? 0 : Math.log(1 + items.length / holding)
}

function sumOf(values: readonly (number | undefined)[]): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
}

export function writeItems(items: readonly Item[]): string {
  return items.length > 1 && items.some(({ isListed }) => isListed)
    ? items.map(({ text }) => `- ${text}`).join('\n')
    : items.map(({ text }) => (/[.!?…:]$/.test(text) ? text : `${text}.`)).join(' ')
}

/** The sentences that share most words with the whole: a summary by choice, not by understanding. */
export function summarise(text: string, most: number): string {
  const items = readItems(text)
  const all = items.flatMap(({ stems }) => [...stems])
  const weight = (item: Item) =>
    sumOf([...item.stems].map((stem) => all.filter((other) => other === stem).length - 1)) /
    Math.sqrt(item.stems.size + 1)
  const chosen = items.toSorted((a, b) => weight(b) - weight(a)).slice(0, most)
  return writeItems(items.filter((item) => chosen.includes(item)))
}
