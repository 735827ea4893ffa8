import { isWeak, type Language, sentencesOf, stemsOf } from './words.ts'

/** One thing a text says, and the stems by which it is found: its own count whole, those around it half. */
export type Item = { text: string; stems: Map<string, number>; isListed: boolean }

/** Sentences of a prompt that tell the model what to do say nothing about the world. */
const instruction =
  /^(?:you (?:are|must|should|will|have to|can|may|only|never|always)|your (?:task|job|role|goal|answers?)|(?:please )?(?:answer|respond|reply|use|do not|don't|never|always|be|keep|if (?:you|the|there|it)|when (?:you|the)|act|write|only|make sure|avoid|begin|start|end|the following|given|based on|here (?:is|are)|context|sen |siz |cevap|yanıt|her zaman|asla|sadece|yalnızca|eğer|lütfen|aşağıdaki|bağlam)(?![\p{L}]))/iu

const bullet = /^(?:[-*•]|\d+[.)])\s+/

/** A sentence that begins like this speaks of what the one before it spoke of. */
const pointsBack =
  /^(?:it|its|they|their|this|these|he|she|bu|bunlar|bunun|o|onlar|orada|burada)(?![\p{L}])/iu

export function readItems(text: string, language: Language): Item[] {
  const items: Item[] = []
  let heading: string[] = []
  let asked = ''
  for (const sentence of sentencesOf(text)) {
    const body = sentence.replace(bullet, '')
    const question = /^(?:q|question|soru|s)\s*[:.]\s*(.+)$/i.exec(body)?.[1]
    if (question) {
      asked = question
    } else if (isHeading(body)) {
      heading = stemsOf(body, language)
    } else if (asked !== '' || !instruction.test(body)) {
      const answer = body.replace(/^(?:a|answer|cevap|c)\s*[:.]\s*/i, '')
      const around = [...heading, ...stemsBefore(answer, items)]
      const stems = new Map([...around.map(half), ...stemsOf(`${asked} ${answer}`, language).map(whole)])
      items.push({ text: answer, stems, isListed: bullet.test(sentence) })
      asked = ''
    }
  }
  return items
}

function isHeading(body: string) {
  return /^#{1,6}\s/.test(body) || /^[^.!?]{2,60}:$/.test(body)
}

function stemsBefore(text: string, items: readonly Item[]) {
  return pointsBack.test(text) ? [...(items.at(-1)?.stems.keys() ?? [])] : []
}

const half = (stem: string) => [stem, 0.5] as const
const whole = (stem: string) => [stem, 1] as const

type Wanted = { question: string; stems: readonly string[]; most: number }

const asksNumber = /how (?:much|many|long|often|far|old)|what time|\bwhen\b|kaç|ne kadar|ne zaman/i
const hasNumber = /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|bir|iki|üç|dört|beş|on)\b/i

/** The items that best fit what is asked, in the order of the text; none if none fits well enough. */
export function bestItems(items: readonly Item[], { question, stems, most }: Wanted): Item[] {
  const wanted = [...new Set(stems)]
  const weights = new Map(wanted.map((stem) => [stem, weightOf(stem, items)]))
  const strong = wanted.filter((stem) => !isWeak(stem))
  const known = strong.filter((stem) => (weights.get(stem) ?? 0) > 0).length
  // Half of what was asked for must be known at all: else the text is about something else.
  if (known === 0 || known * 2 < strong.length) {
    return []
  }
  const scored = items.map((item) => {
    const fit = sumOf(wanted.map((stem) => (item.stems.get(stem) ?? 0) * (weights.get(stem) ?? 0)))
    const isStrong = strong.some((stem) => item.stems.has(stem))
    return {
      item,
      score: isStrong ? fit * (asksNumber.test(question) && hasNumber.test(item.text) ? 1.3 : 1) : 0,
    }
  })
  const best = Math.max(...scored.map(({ score }) => score))
  return scored
    .filter(({ score }) => score > 0 && score >= best * 0.6)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ item }) => item)
    .toSorted((a, b) => items.indexOf(a) - items.indexOf(b))
}

/** A word that stands everywhere tells nothing apart. */
function weightOf(stem: string, items: readonly Item[]): number {
  const holding = items.filter((item) => item.stems.has(stem)).length
  return holding === 0 ? 0 : Math.log(1 + items.length / holding) * (isWeak(stem) ? 0.4 : 1)
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

export function writeItems(items: readonly Item[]): string {
  return items.length > 1 && items.some(({ isListed }) => isListed)
    ? items.map(({ text }) => `- ${text}`).join('\n')
    : items.map(({ text }) => (/[.!?…:]$/.test(text) ? text : `${text}.`)).join(' ')
}

/** The sentences that share most words with the whole: a summary by choice, not by understanding. */
export function summarise(text: string, most: number, language: Language): string {
  const items = readItems(text, language)
  const counts = new Map<string, number>()
  for (const stem of items.flatMap(({ stems }) => [...stems.keys()])) {
    counts.set(stem, (counts.get(stem) ?? 0) + 1)
  }
  const weight = ({ stems }: Item) =>
    sumOf([...stems.keys()].map((stem) => (counts.get(stem) ?? 1) - 1)) / Math.sqrt(stems.size + 1)
  const chosen = items.toSorted((a, b) => weight(b) - weight(a)).slice(0, most)
  return writeItems(items.filter((item) => chosen.includes(item)))
}
