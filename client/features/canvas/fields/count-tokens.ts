/** About how many tokens a text is: four bytes of prose make one. */
export function countTokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / 4)
}
