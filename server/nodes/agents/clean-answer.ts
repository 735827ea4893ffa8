/** What of a model's text is meant for people: without its spoken thoughts, and without pictures that lead nowhere. */
export function cleanAnswer(text: string): string {
  return text
    .replace(/<(thinking|think)>[\s\S]*?<\/\1>\s*/gi, '')
    .replace(/!\[[^\]]*\]\((?!https?:|data:|\/)[^)]*\)/g, '')
    .trim()
}
