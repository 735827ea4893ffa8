const shortestKey = 8
const longestSentence = 300

/** What a service says, fit to be shown: of a bearable length, and without what it was sent as a key. */
export function sayableOf(said: string, sent: Iterable<unknown>): string {
  return [...sent]
    .flatMap((value) => keysIn(String(value)))
    .filter((key) => key.length >= shortestKey)
    .reduce((text, key) => text.replaceAll(key, '…'), said)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestSentence)
}

/** A header's value may name its kind, and may hold a name and a key in base64. */
function keysIn(value: string): string[] {
  const [, kind = '', rest = value] = /^(Bearer|Basic|ApiKey|Api-Key|Token) (.+)$/i.exec(value) ?? []
  return /^basic$/i.test(kind) ? [rest, ...decoded(rest)] : [rest]
}

function decoded(base64: string): string[] {
  try {
    const text = atob(base64)
    return [text, text.slice(text.indexOf(':') + 1)]
  } catch {
    return []
  }
}
