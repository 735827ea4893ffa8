const MAX = 3
const LONGEST = 60

/** Questions taken from the content: those it contains, else the beginnings of its sentences. */
export function suggestQuestions(texts: readonly string[], ask: (topic: string) => string): string[] {
  const found = texts.flatMap((text) => {
    const sentences = text.replaceAll(/\s+/g, ' ').match(/[^.!?]+[.!?]?/g) ?? []
    const question = sentences.map((each) => each.trim()).find((each) => /^\p{L}.{8,100}\?$/u.test(each))
    const topic = topicOf(sentences[0] ?? '')
    return question ?? (topic === '' ? [] : ask(topic))
  })
  return spread([...new Set(found)])
}

/** The first words of a sentence, without marks of headings and lists. */
function topicOf(sentence: string): string {
  const words = sentence
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(/[.,;:!?]+$/, '')
    .trim()
    .split(' ')
  let topic = ''
  for (const word of words) {
    if (topic.length + word.length >= LONGEST) {
      break
    }
    topic = `${topic} ${word}`.trim()
  }
  return topic.length >= 4 ? topic : ''
}

/** From the beginning, the middle and the end. */
function spread(all: readonly string[]): string[] {
  const step = Math.max(1, all.length / MAX)
  return Array.from({ length: Math.min(MAX, all.length) }, (_, place) => all[Math.floor(place * step)] ?? '')
}
