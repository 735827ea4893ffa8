import { isSea } from 'node:sea'

/** Arguments that give another process of this program these flags of Node. A single executable takes them as one. */
export function nodeArguments(flags: readonly string[]): string[] {
  return isSea() ? [`--node-options=${flags.join(' ')}`] : [...flags]
}
