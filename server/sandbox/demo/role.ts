import type { Conversation } from './conversation.ts'
import { topicsOf } from './passages.ts'
import { fold, type Language, sentencesOf, toSentence } from './words.ts'

const noRole =
  /^(?:talking|speaking|given|provided|going|to |not |must|should|will|have|can|may|only|never|always|hand |compare |decide )/i

export function personaIn(system: string): string | undefined {
  const sentences = sentencesOf(system)
  const sentence =
    sentences.find((each) => /^(?:you|your name is|sen|siz)\s/i.test(each)) ?? sentences[0] ?? ''
  const [, opening = '', role] = /^(you are|you|your name is)\s+(.+?)[.!]?$/is.exec(sentence) ?? []
  if (role) {
    const verb = { 'you are': 'I am', you: 'I' }[opening.toLowerCase()] ?? 'My name is'
    return noRole.test(role) ? undefined : `${verb} ${role}.`
  }
  const turkish = /^(?:s[ei][nz]\s+)?(.+s[iıuü]n(?:[iıuü]z)?)(?=[.!:,;]|$)/isu.exec(sentence)?.[1]
  return turkish && `Ben ${toFirstPerson(turkish)}.`
}

/** asistanısın → asistanıyım, asistansınız → asistanım */
function toFirstPerson(text: string): string {
  const single = text.replace(/(s[iıuü]n)[iıuü]z$/u, '$1')
  return single.replace(/(?<=[aeıioöuü])s([iıuü])n$/u, 'y$1m').replace(/s([iıuü])n$/u, '$1m')
}

const isMissing =
  /(?:don't know|do not know|do not say|not sure|unsure|cannot find|can't find|neither knows|are silent|not (?:be )?(?:found|in|contained|mentioned|available|hold)|no answer|must be seen|bilmiyorsan|bulamazsan|yoksa|değilsen)/i

/** The fallback sentence a prompt defines, such as `… just say "I don't know"`. */
export function fallbackIn(system: string): string | undefined {
  const sentence = sentencesOf(system).find((each) => isMissing.test(each)) ?? ''
  // The opening quotation mark decides the closing one, since an apostrophe may be inside.
  const quoted = /"([^"]+)"|“([^”]+)”|(?<=\s)['‘](.+?)['’](?=[\s.,]|$)/u.exec(sentence)
  const reported = /(?:tell|inform) (?:the )?\w+ that (.+?)[.]?$/i.exec(sentence)?.[1]
  return quoted?.slice(1).find(Boolean) ?? (reported && toSentence(reported))
}

const shouts =
  /(?:answer|respond|reply|write|speak)[^.]{0,40}(?:upper ?case|capital letters|capitals)|büyük harf(?:le|lerle)/iu

export function applyManner(text: string, system: string, language: Language): string {
  const manner = system.replace(/\s+/g, ' ')
  const quotedAfter = (verb: string) => {
    const request = `(?:^|[.!?] )(?:always )?${verb}(?: (?:each|every|all|your|the) (?:answers?|repl(?:y|ies)|messages?|responses?))? with`
    const quoted = new RegExp(`${request} (?:["“'‘]([^"”]+?)["”'’]|([^"”'’.]+[.!?,]?))`, 'iu').exec(manner)
    return quoted?.slice(1).find(Boolean)?.trim()
  }
  const isOne = /\b(?:one|a single) sentence\b|tek (?:bir )?cümle/iu.test(manner)
  const body = isOne ? (sentencesOf(text)[0] ?? text) : text
  const ending = quotedAfter('end') ?? /“([^”]+)” diye bitir/iu.exec(manner)?.[1]
  const shaped = [quotedAfter('(?:begin|start)'), body, ending].filter(Boolean).join(' ')
  return shouts.test(manner) ? shaped.toLocaleUpperCase(language) : shaped
}

const greeting =
  /^(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening)|dear \w+|merhaba(?:lar)?|selam(?:lar)?|gunaydin|iyi (?:gunler|aksamlar))(?: (?:there|flowtill))?(?![\p{L}])[\s!.,]*/u
const talk = {
  fine: /^(?:how are you(?: doing| today)?|nasilsin(?:iz)?|naber)[\s!.?]*$/,
  thanks:
    /^(?:(?:ok|okay|great|tamam|super)[\s,!.]*)?(?:thanks?|thank you|thx|cheers|tesekkur(?:ler| ederim)?|sag ?ol(?:un)?)(?: (?:very much|a lot|cok|so much))?[\s!.]*$/,
  self: /^(?:and )?(?:who|what) are you\b|^(?:what's|what is|whats) (?:your name|this)\s*\??$|^who (?:is this|am i talking to)|^are you (?:a |an )?(?:real |ro)?(?:bot|human|person|ai)\b|^(?:sen |siz )?kimsin(?:iz)?|^adin(?:iz)? ne|^kiminle (?:konusu|gorusu)|^(?:sen |siz )?(?:robot|insan|yapay zeka) m/,
  help: /^what can (?:you (?:do|help)|i ask)|^what do you (?:do|know)\s*\??$|^(?:can you )?help(?: me)?\s*\?*$|^(?:bana )?ne(?:ler)? (?:yap|sorabil|bili)|^yardim(?: eder misin(?:iz)?)?\s*\??$/,
  greeting: /^$/,
}

export function smallTalk({ question, system, language, phrases }: Conversation): string | undefined {
  const requested = fold(question).replace(/’/g, "'").trim()
  const [greeted = ''] = greeting.exec(requested) ?? []
  const rest = requested.slice(greeted.length)
  const kinds = Object.keys(talk) as (keyof typeof talk)[]
  const kind = requested === '' ? undefined : kinds.find((each) => talk[each].test(rest))
  if (kind === undefined || kind === 'fine' || kind === 'thanks') {
    return kind && phrases[kind]
  }
  const self = personaIn(system) ?? (kind === 'greeting' ? '' : phrases.self)
  const topics = topicsOf(system, language)
  const known = kind === 'help' && topics.length > 0 ? phrases.topics(topics) : ''
  const offer = kind === 'greeting' ? phrases.offer : ''
  return [greeted && phrases.hello, self, known, offer].filter(Boolean).join(' ')
}
