const MAX_LENGTH = 64

/** As providers allow it: letters, digits, `_` and `-`, 64 of them at most. */
export function toToolName(name: string): string {
  const cleaned = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .trim()
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^_+|_+$/g, '')
  return cleaned.slice(0, MAX_LENGTH) || 'tool'
}
