/** The words of a text as they are indexed and searched: folded to lower case without diacritics. */
export function toSearchWords(text: string): string[] {
  return (
    text
      .replace(/[İI]/g, 'i')
      .toLowerCase()
      .replaceAll('ı', 'i')
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu)
      ?.map((word) => word) ?? []
  )
}
