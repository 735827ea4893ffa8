import type { Conversation } from './conversation.ts'
import { bestItems, readItems } from './extract.ts'
import type { Phrases } from './phrases.ts'
import { capitalise, fold, sentencesOf, stemsOf, wordsOf } from './words.ts'

const name = String.raw`(\p{Lu}[\p{L}'’-]*(?:\s\p{Lu}[\p{L}'’-]*)?)`
const introductions = [
  new RegExp(String.raw`\b(?:[Mm]y name is|[Cc]all me|I am called)\s+${name}`, 'u'),
  new RegExp(String.raw`(?:^|\s)(?:[Bb]enim\s)?(?:[Aa]dım|[İi]smim)\s+${name}`, 'u'),
  new RegExp(
    String.raw`^(?:(?:[Hh]i|[Hh]ello|[Hh]ey|[Mm]erhaba|[Ss]elam)[,!.]?\s+)?(?:I am|I'm|I’m|[Bb]en)\s+${name}[.!]?$`,
    'u',
  ),
]

/** What somebody calls himself in a text. */
export function nameIn(text: string): string | undefined {
  for (const sentence of sentencesOf(text)) {
    for (const introduction of introductions) {
      const found = introduction.exec(sentence)?.[1]
      if (found) {
        return found
      }
    }
  }
  return undefined
}

const asksName =
  /^(?:and |so )?(?:what(?:'s| is| was)|do you (?:know|remember)|tell me|say) my name|^who am i\b|^(?:benim )?(?:adim|ismim) (?:ne|neydi|nedir)|adimi (?:biliyor|hatirliyor|soyle)|ismimi (?:biliyor|hatirliyor|soyle)|^ben kimim/

const asksLast =
  /^what (?:did|have) i (?:just )?(?:say|said|ask|asked|tell|told|written|write)|^(?:az once |demin )?ne (?:dedim|sordum|soyledim|yazdim)/

/** Answers from what the user has said earlier in the conversation. */
export function recall({ question, history, language }: Conversation, phrases: Phrases): string | undefined {
  const said = history.filter(({ role }) => role === 'user').map(({ text }) => text)
  const asked = fold(question).replace(/’/g, "'")
  if (asksName.test(asked)) {
    const known = said.toReversed().map(nameIn).find(Boolean)
    return known ? phrases.yourName(known) : phrases.nameUnknown
  }
  if (asksLast.test(asked)) {
    const last = said.at(-1)
    return last === undefined ? phrases.saidNothing : phrases.saidBefore(last)
  }
  if (!isAboutUser(question)) {
    return undefined
  }
  const items = readItems(said.flatMap(statementsIn).join('\n'), language)
  const [found] = bestItems(items, { question, stems: stemsOf(question, language), most: 1 })
  return found && (language === 'en' ? toYou(found.text) : phrases.saidBefore(found.text))
}

/** A message that tells and does not ask. */
export function acknowledge({ question, language }: Conversation, phrases: Phrases): string | undefined {
  const called = nameIn(question)
  if (called && !question.includes('?')) {
    return phrases.meeting(called)
  }
  const [statement] = question.includes('?') ? [] : statementsIn(question)
  return statement && phrases.noted(language === 'en' ? toYou(statement, false) : `“${statement}”`)
}

const aboutUser =
  /^(?:i|my|mine|me|our|we|benim|bana|beni|bende|bizim|.{2,20}[iu]m(?:iz)?(?:i|u|in|un|[ae]|[dt][ae]n?)?)$/

function isAboutUser(text: string) {
  return wordsOf(text).some((word) => aboutUser.test(word))
}

function statementsIn(text: string): string[] {
  return sentencesOf(text).filter(
    (sentence) =>
      !sentence.endsWith('?') &&
      /^(?:(?:hi|hello|hey|merhaba|selam)[,!.]?\s+)?(?:i|i'm|i’m|i've|my|we|our|ben|benim|bizim|adım|ismim|biz)(?![\p{L}])/iu.test(
        sentence,
      ),
  )
}

const persons: Record<string, string> = {
  'i am': 'you are',
  "i'm": 'you are',
  'i was': 'you were',
  "i've": 'you have',
  "i'll": 'you will',
  'we are': 'you are',
  i: 'you',
  we: 'you',
  me: 'you',
  us: 'you',
  my: 'your',
  our: 'your',
  mine: 'yours',
  ours: 'yours',
  myself: 'yourself',
}
const person = new RegExp(String.raw`(?<![\p{L}'’])(?:${Object.keys(persons).join('|')})(?![\p{L}'’])`, 'giu')

/** What I said of myself, said of you. */
function toYou(text: string, isOpening = true): string {
  const turned = text.replace(/’/g, "'").replace(person, (word) => persons[word.toLowerCase()] ?? word)
  const sentence = isOpening ? capitalise(turned) : turned
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}
