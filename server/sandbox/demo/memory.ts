import type { Conversation } from './conversation.ts'
import { readItems } from './passages.ts'
import type { Phrases } from './phrases.ts'
import { bestItems } from './rank.ts'
import { termsOf } from './synonyms.ts'
import { capitalise, fold, sentencesOf, wordsOf } from './words.ts'

const name = String.raw`(\p{Lu}[\p{L}'’-]*(?:\s\p{Lu}[\p{L}'’-]*)?)`
const introductions = [
  String.raw`\b(?:[Mm]y name is|[Cc]all me|I am called)\s+${name}`,
  String.raw`(?:^|\s)(?:[Bb]enim\s)?(?:[Aa]dım|[İi]smim)\s+${name}`,
  String.raw`^(?:(?:[Hh]i|[Hh]ello|[Hh]ey|[Mm]erhaba|[Ss]elam)[,!.]?\s+)?(?:I am|I'm|I’m|[Bb]en)\s+${name}[.!]?$`,
].map((pattern) => new RegExp(pattern, 'u'))

/** The name a user gives in a text. */
export function nameIn(text: string): string | undefined {
  return sentencesOf(text)
    .flatMap((sentence) => introductions.map((introduction) => introduction.exec(sentence)?.[1]))
    .find(Boolean)
}

const asksName =
  /^(?:and |so )?(?:what(?:'s| is| was)|do you (?:know|remember)|tell me|say) my name|^who am i\b|^(?:benim )?(?:adim|ismim) (?:ne|neydi|nedir)|adimi (?:biliyor|hatirliyor|soyle)|ismimi (?:biliyor|hatirliyor|soyle)|^ben kimim/
const asksLast =
  /^what (?:did|have) i (?:just )?(?:say|said|ask|asked|tell|told|written|write)|^(?:az once |demin )?ne (?:dedim|sordum|soyledim|yazdim)/

/** Answers a question about the conversation itself. */
export function recallTalk({ question, history }: Conversation, phrases: Phrases): string | undefined {
  const said = saidIn(history)
  const asked = fold(question).replace(/’/g, "'")
  if (asksName.test(asked)) {
    const known = said.toReversed().map(nameIn).find(Boolean)
    return known ? phrases.yourName(known) : phrases.nameUnknown
  }
  const last = said.at(-1)
  const before = last === undefined ? phrases.saidNothing : phrases.saidBefore(last)
  return asksLast.test(asked) ? before : undefined
}

const aboutUser =
  /^(?:i|my|mine|me|our|we|benim|bana|beni|bende|bizim|.{2,20}[iu]m(?:iz)?(?:i|u|in|un|[ae]|[dt][ae]n?)?)$/

/** Answers from what users have said about themselves earlier in the conversation. */
export function recallStatement({ question, history, language }: Conversation, phrases: Phrases) {
  if (!wordsOf(question).some((word) => aboutUser.test(word))) {
    return undefined
  }
  const items = readItems(saidIn(history).flatMap(statementsIn).join('\n'), language, false)
  const [found] = bestItems(items, { question, terms: termsOf(question, language), max: 1 })
  return found && (language === 'en' ? toYou(found.text) : phrases.saidBefore(found.text))
}

/** A message that tells and does not ask. */
export function acknowledge({ question, language }: Conversation, phrases: Phrases): string | undefined {
  const [statement] = question.includes('?') ? [] : statementsIn(question)
  const called = question.includes('?') ? undefined : nameIn(question)
  const said = statement && (language === 'en' ? toYou(statement, false) : `“${statement}”`)
  return called ? phrases.meeting(called) : said && phrases.noted(said)
}

function saidIn(history: Conversation['history']) {
  return history.filter(({ role }) => role === 'user').map(({ text }) => text)
}

const statement =
  /^(?:(?:hi|hello|hey|merhaba|selam)[,!.]?\s+)?(?:i|i'm|i’m|i've|my|we|our|ben|benim|bizim|adım|ismim|biz)(?![\p{L}])/iu

function statementsIn(text: string): string[] {
  return sentencesOf(text).filter((sentence) => !sentence.endsWith('?') && statement.test(sentence))
}

const persons = new Map(
  'i am:you are,i’m:you are,i was:you were,i’ve:you have,i’ll:you will,we are:you are,i:you,we:you,me:you,us:you,my:your,our:your,mine:yours,ours:yours,myself:yourself'
    .split(',')
    .map((each) => each.split(':') as [string, string]),
)
const person = new RegExp(String.raw`(?<![\p{L}'’])(?:${[...persons.keys()].join('|')})(?![\p{L}'’])`, 'giu')

/** A statement in the first person, in the second. */
function toYou(text: string, isOpening = true): string {
  const turned = text.replace(/'/g, '’').replace(person, (word) => persons.get(word.toLowerCase()) ?? word)
  const sentence = isOpening ? capitalise(turned) : turned
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}
