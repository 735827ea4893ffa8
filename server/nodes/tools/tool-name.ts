const MAX_LENGTH = 64

/** Providers allow letters, digits, `_` and `-`, at most 64 characters. */
export function toToolName(name: string): string {
  const cleaned = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .trim()
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^_+|_+$/g, '')
  return cleaned.slice(0, MAX_LENGTH) || 'tool'
}
