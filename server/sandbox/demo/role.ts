import type { Phrases } from './phrases.ts'
import { capitalise, fold, type Language, sentencesOf } from './words.ts'

/** Who the system message says it is, in the first person: "You are Ada, who helps in a bookshop." */
export function personaIn(system: string): string | undefined {
  const [first = ''] = sentencesOf(system)
  const sentence = sentencesOf(system).find((each) => /^(?:you|your name is|sen|siz)\s/i.test(each)) ?? first
  const english = /^you(?:r name is|\s+are)?\s+(.+?)[.!]?$/is.exec(sentence)
  if (english) {
    return englishPersona(sentence, english[1] ?? '')
  }
  const turkish = /^(?:s[ei][nz]\s+)?(.+s[iıuü]n(?:[iıuü]z)?)(?=[.!:,;]|$)/isu.exec(sentence)?.[1]
  return turkish && `Ben ${toFirstPerson(turkish)}.`
}

const noPersona =
  /^(?:talking|speaking|given|provided|going|to |not |must|should|will|have|can|may|only|never|always|hand |compare |decide )/i

function englishPersona(sentence: string, rest: string): string | undefined {
  if (noPersona.test(rest)) {
    return undefined
  }
  const verb = /^your name/i.test(sentence) ? 'My name is' : /^you are/i.test(sentence) ? 'I am' : 'I'
  return `${verb} ${rest}.`
}

function toFirstPerson(text: string): string {
  return text
    .replace(/s[iıuü]n[iıuü]z$/u, (ending) => ending.slice(0, 3))
    .replace(/(?<=[aeıioöuü])s([iıuü])n$/u, 'y$1m')
    .replace(/s([iıuü])n$/u, '$1m')
}

const isMissing =
  /(?:don't know|do not know|do not say|not sure|unsure|cannot find|can't find|neither knows|are silent|not (?:be )?(?:found|in|contained|mentioned|available|hold)|no answer|must be seen|bilmiyorsan|bulamazsan|yoksa|değilsen)/i

/** The sentence the prompt gives for the case that nothing fits: `… just say "I don't know"`. */
export function fallbackIn(system: string): string | undefined {
  const sentence = sentencesOf(system).find((each) => isMissing.test(each)) ?? ''
  // The mark that opens a quotation decides which closes it: an apostrophe may stand inside.
  const quoted = /"([^"]+)"|“([^”]+)”|(?<=\s)['‘](.+?)['’](?=[\s.,]|$)/u.exec(sentence)
  const reported = /(?:tell|inform) (?:the )?\w+ that (.+?)[.]?$/i.exec(sentence)?.[1]
  return quoted?.slice(1).find(Boolean) ?? (reported && `${capitalise(reported)}.`)
}

/** Simple wishes about the form of every answer. */
export function applyManner(text: string, system: string, language: Language): string {
  const manner = system.replace(/\s+/g, ' ')
  const wish = (verb: string) =>
    new RegExp(
      `(?:^|[.!?] )(?:always )?${verb}(?: (?:each|every|all|your|the) (?:answers?|repl(?:y|ies)|messages?|responses?))? with (?:["“'‘]([^"”]+?)["”'’]|([^"”'’.]+[.!?,]?))`,
      'iu',
    )
      .exec(manner)
      ?.slice(1)
      .find(Boolean)
      ?.trim()
  const isOne = /\b(?:one|a single) sentence\b|tek (?:bir )?cümle/iu.test(manner)
  const first = isOne ? (sentencesOf(text)[0] ?? text) : text
  const opening = wish('(?:begin|start)')
  const ending = wish('end') ?? /“([^”]+)” diye bitir/iu.exec(manner)?.[1]
  const shaped = [opening, first, ending].filter(Boolean).join(' ')
  const shouts =
    /(?:answer|respond|reply|write|speak)[^.]{0,40}(?:upper ?case|capital letters|capitals)|büyük harf(?:le|lerle)/iu
  return shouts.test(manner) ? shaped.toLocaleUpperCase(language) : shaped
}

const greeting =
  /^(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening)|dear \w+|merhaba(?:lar)?|selam(?:lar)?|gunaydin|iyi (?:gunler|aksamlar))(?: (?:there|flowtill))?(?![\p{L}])[\s!.,]*/u
const talk: [RegExp, 'fine' | 'thanks' | 'self' | 'help'][] = [
  [/^(?:how are you(?: doing| today)?|nasilsin(?:iz)?|naber)[\s!.?]*$/, 'fine'],
  [
    /^(?:(?:ok|okay|great|tamam|super)[\s,!.]*)?(?:thanks?|thank you|thx|cheers|tesekkur(?:ler| ederim)?|sag ?ol(?:un)?)(?: (?:very much|a lot|cok|so much))?[\s!.]*$/,
    'thanks',
  ],
  [
    /^(?:and )?(?:who|what) are you\b|^(?:what's|what is|whats) (?:your name|this)\s*\??$|^who (?:is this|am i talking to)|^are you (?:a |an )?(?:real |ro)?(?:bot|human|person|ai)\b|^(?:sen |siz )?kimsin(?:iz)?|^adin(?:iz)? ne|^kiminle (?:konusu|gorusu)|^(?:sen |siz )?(?:robot|insan|yapay zeka) m/,
    'self',
  ],
  [
    /^what can (?:you (?:do|help)|i ask)|^what do you (?:do|know)\s*\??$|^(?:can you )?help(?: me)?\s*\?*$|^(?:bana )?ne(?:ler)? (?:yap|sorabil|bili)|^yardim(?: eder misin(?:iz)?)?\s*\??$/,
    'help',
  ],
]

/** Greetings, thanks and questions about itself, answered in the role of the prompt. */
export function smallTalk(
  question: string,
  phrases: Phrases,
  persona: string | undefined,
  topics: readonly string[],
): string | undefined {
  const asked = fold(question).replace(/’/g, "'").trim()
  const [greeted = ''] = greeting.exec(asked) ?? []
  const rest = asked.slice(greeted.length)
  const kind = talk.find(([pattern]) => pattern.test(rest))?.[1]
  if (kind === 'fine' || kind === 'thanks') {
    return phrases[kind]
  }
  if (kind !== undefined || (greeted !== '' && rest === '')) {
    return introduce(kind, greeted !== '', phrases, persona, topics)
  }
  return undefined
}

function introduce(
  kind: 'self' | 'help' | undefined,
  isGreeted: boolean,
  phrases: Phrases,
  persona: string | undefined,
  topics: readonly string[],
): string {
  const known = kind === 'help' && topics.length > 0 ? phrases.topics(topics) : ''
  const self = persona ?? (kind === undefined ? '' : phrases.self)
  const parts = [isGreeted ? phrases.hello : '', self, known, kind === undefined ? phrases.offer : '']
  return parts.filter(Boolean).join(' ')
}
