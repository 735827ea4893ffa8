/** Headings above the current place, as `Chapter > Section`. */
export function headingPath() {
  const open: { level: number; text: string }[] = []
  return {
    enter(level: number, text: string) {
      while ((open.at(-1)?.level ?? 0) >= level) {
        open.pop()
      }
      open.push({ level, text: text.replace(/\s+/g, ' ').trim() })
    },
    current(): string | undefined {
      return open.length === 0 ? undefined : open.map(({ text }) => text).join(' > ')
    },
  }
}
