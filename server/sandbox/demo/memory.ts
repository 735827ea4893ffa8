import type { Conversation } from './conversation.ts'
import { bestItems, readItems } from './passages.ts'
import { termsOf } from './synonyms.ts'
import { fold, sentencesOf, toSentence, wordsOf } from './words.ts'

const introduction = new RegExp(
  [
    String.raw`\b(?:[Mm]y name is|[Cc]all me|I am called)\s+NAME`,
    String.raw`(?:^|\s)(?:[Bb]enim\s)?(?:[Aa]dım|[İi]smim)\s+NAME`,
    String.raw`^(?:(?:[Hh]i|[Hh]ello|[Hh]ey|[Mm]erhaba|[Ss]elam)[,!.]?\s+)?(?:I am|I'm|I’m|[Bb]en)\s+NAME[.!]?$`,
  ]
    .join('|')
    .replaceAll('NAME', String.raw`(?<name>\p{Lu}[\p{L}'’-]*(?:\s\p{Lu}[\p{L}'’-]*)?)`),
  'u',
)

export function nameIn(text: string): string | undefined {
  const introduced = sentencesOf(text).map((sentence) => introduction.exec(sentence)?.groups?.name)
  return introduced.find(Boolean)
}

const isAboutName =
  /^(?:and |so )?(?:what(?:'s| is| was)|do you (?:know|remember)|tell me|say) my name|^who am i\b|^(?:benim )?(?:adim|ismim) (?:ne|neydi|nedir)|adimi (?:biliyor|hatirliyor|soyle)|ismimi (?:biliyor|hatirliyor|soyle)|^ben kimim/
const isAboutLast =
  /^what (?:did|have) i (?:just )?(?:say|said|ask|asked|tell|told|written|write)|^(?:az once |demin )?ne (?:dedim|sordum|soyledim|yazdim)/

export function recallTalk({ question, history, phrases }: Conversation): string | undefined {
  const statements = statementsOf(history)
  const requested = fold(question).replace(/’/g, "'")
  if (isAboutName.test(requested)) {
    const name = statements.map(nameIn).findLast(Boolean)
    return name ? phrases.yourName(name) : phrases.nameUnknown
  }
  const last = statements.at(-1)
  const answer = last === undefined ? phrases.saidNothing : phrases.saidBefore(last)
  return isAboutLast.test(requested) ? answer : undefined
}

const aboutUser =
  /^(?:i|my|mine|me|our|we|benim|bana|beni|bende|bizim|.{2,20}[iu]m(?:iz)?(?:i|u|in|un|[ae]|[dt][ae]n?)?)$/

export function recallStatement({ question, history, language, phrases }: Conversation) {
  if (!wordsOf(question).some((word) => aboutUser.test(word))) {
    return undefined
  }
  const items = readItems(statementsOf(history).flatMap(statementsIn).join('\n'), language, false)
  const [found] = bestItems(items, { question, terms: termsOf(question, language), max: 1 })
  return found && (language === 'en' ? toSentence(toYou(found.text)) : phrases.saidBefore(found.text))
}

export function acknowledge({ question, language, phrases }: Conversation): string | undefined {
  const name = nameIn(question)
  const [fact] = statementsIn(question)
  if (question.includes('?') || (!name && !fact)) {
    return undefined
  }
  const quoted = language === 'en' ? toYou(fact ?? '') : `“${fact}”`
  return name ? phrases.meeting(name) : phrases.noted(quoted)
}

function statementsOf(history: Conversation['history']) {
  return history.filter(({ role }) => role === 'user').map(({ text }) => text)
}

const statement =
  /^(?:(?:hi|hello|hey|merhaba|selam)[,!.]?\s+)?(?:i|i'm|i’m|i've|my|we|our|ben|benim|bizim|adım|ismim|biz)(?![\p{L}])/iu

function statementsIn(text: string): string[] {
  return sentencesOf(text).filter((sentence) => !sentence.endsWith('?') && statement.test(sentence))
}

const toSecondPerson =
  'i am:you are,i’m:you are,i was:you were,i’ve:you have,i’ll:you will,we are:you are,i:you,we:you,me:you,us:you,my:your,our:your,mine:yours,ours:yours,myself:yourself'
const persons = new Map(toSecondPerson.split(',').map((each) => each.split(':') as [string, string]))
const person = new RegExp(String.raw`(?<![\p{L}'’])(?:${[...persons.keys()].join('|')})(?![\p{L}'’])`, 'giu')

function toYou(text: string): string {
  const turned = text.replace(/'/g, '’').replace(person, (word) => persons.get(word.toLowerCase()) ?? word)
  return /[.!?]$/.test(turned) ? turned : `${turned}.`
}
