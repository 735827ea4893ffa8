const shortestKey = 8
const maxSentence = 300

/** Shortens a service's message and removes the keys that were sent to it. */
export function toMessage(message: string, sent: Iterable<unknown>): string {
  return [...sent]
    .flatMap((value) => keysIn(String(value)))
    .filter((key) => key.length >= shortestKey)
    .reduce((text, key) => text.replaceAll(key, '…'), message)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxSentence)
}

/** A header may contain a scheme, or a base64 pair of name and key. */
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
