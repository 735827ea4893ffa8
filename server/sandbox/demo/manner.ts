import type { Language } from './words.ts'
import { sentencesOf } from './words.ts'

/** Who the system message says it is: "You are Ada, who helps in a bookshop." */
export function personaIn(system: string): string | undefined {
  const sentence = sentencesOf(system).find((each) => /^(?:you are|your name is|sen|siz)\s/i.test(each))
  const [, kind, rest] = /^(you are|your name is|sen|siz)\s+(.+?)[.!]?$/isu.exec(sentence ?? '') ?? []
  if (!kind || !rest || /^(?:talking|speaking|given|provided|going|to |not )/i.test(rest)) {
    return undefined
  }
  if (/^s[ei]/i.test(kind)) {
    return `Ben ${rest
      .replace(/s[iıuü]n[iıuü]z$/u, (ending) => ending.slice(0, 3))
      .replace(/(?<=[aeıioöuü])s([iıuü])n$/u, 'y$1m')
      .replace(/s([iıuü])n$/u, '$1m')}.`
  }
  return /^your/i.test(kind) ? `My name is ${rest}.` : `I am ${rest}.`
}

/** What a prompt wants said when the answer is not to be found: `… just say "I don't know"`. */
export function fallbackIn(system: string): string | undefined {
  const sentence = sentencesOf(system).find((each) =>
    /(?:don't know|do not know|not sure|unsure|cannot find|can't find|not (?:be )?(?:found|in|contained|mentioned|available)|no answer|bilmiyorsan|bulamazsan|yoksa)/i.test(
      each,
    ),
  )
  return (
    /(?:say|answer|reply|respond|write|söyle|yaz|de|yanıtla|cevapla)[^"“'‘]{0,40}["“‘']([^"”’]+)["”’']/iu.exec(
      sentence ?? '',
    )?.[1] ?? quotedBefore(sentence)
  )
}

// In Turkish the words come first: "bulamazsan “Bilmiyorum” de".
function quotedBefore(sentence = ''): string | undefined {
  return /["“]([^"”]+)["”]\s*(?:de|yaz|söyle|diye)/iu.exec(sentence)?.[1]
}

/** Simple wishes about the form of every answer. */
export function applyManner(text: string, system: string, language: Language): string {
  const wishes = system.replace(/\s+/g, ' ')
  let shaped = text
  if (/\b(?:one|a single) sentence\b|tek (?:bir )?cümle/iu.test(wishes)) {
    shaped = sentencesOf(shaped)[0] ?? shaped
  }
  const ending =
    /end (?:each|every|all|your|the) (?:answers?|repl(?:y|ies)|messages?|responses?) with ["“'‘]?([^"”'’.]+[.!?]?)["”'’]?/iu.exec(
      wishes,
    )?.[1]
  if (ending) {
    shaped = `${shaped} ${ending.trim()}`
  }
  const opening =
    /(?:begin|start) (?:each|every|all|your|the) (?:answers?|repl(?:y|ies)|messages?|responses?) with ["“'‘]?([^"”'’.]+[.!?,]?)["”'’]?/iu.exec(
      wishes,
    )?.[1]
  if (opening) {
    shaped = `${opening.trim()} ${shaped}`
  }
  const shouts =
    /(?:answer|respond|reply|write|speak)[^.]{0,40}(?:upper ?case|capital letters|capitals)|büyük harf(?:le|lerle)/iu
  return shouts.test(wishes) ? shaped.toLocaleUpperCase(language) : shaped
}
