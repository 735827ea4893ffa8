/** Removes reasoning and images with invalid addresses. */
export function cleanAnswer(text: string): string {
  return text
    .replace(/<(thinking|think)>[\s\S]*?<\/\1>\s*/gi, '')
    .replace(/!\[[^\]]*\]\((?!https?:|data:|\/)[^)]*\)/g, '')
    .trim()
}
