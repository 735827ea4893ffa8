import type { NodeDefinition } from '#server/engine/define-node.ts'
import { type Kind, kindOf } from '#shared/kinds.ts'
import { characters } from './initials.ts'
import { initialsOfCredential, initialsOfNode } from './providers.ts'

/** Shapes match the node's output port. Tints are legible on light and dark. */
export const shapes: Readonly<Record<Kind, { path: string; tint: string }>> = {
  model: { path: 'M12 0a12 12 0 1 1 0 24 12 12 0 0 1 0-24z', tint: '#4A7AD6' },
  embeddings: {
    path: 'M12 0a12 12 0 1 1 0 24 12 12 0 0 1 0-24zM12 1.7a10.3 10.3 0 1 0 0 20.6 10.3 10.3 0 0 0 0-20.6z',
    tint: '#4F88AD',
  },
  memory: {
    path: 'M9.6 1a3.4 3.4 0 0 1 4.8 0L23 9.6a3.4 3.4 0 0 1 0 4.8L14.4 23a3.4 3.4 0 0 1-4.8 0L1 14.4a3.4 3.4 0 0 1 0-4.8z',
    tint: '#A766B4',
  },
  prompt: { path: 'M5 0h14l5 24H0z', tint: '#A9741A' },
  tool: { path: 'M5 0h14a5 5 0 0 1 5 5v14a5 5 0 0 1-5 5H5a5 5 0 0 1-5-5V5a5 5 0 0 1 5-5z', tint: '#D65A42' },
  retriever: { path: 'M12 0l10.8 6v12L12 24 1.2 18V6z', tint: '#1E8F8A' },
  document: { path: 'M4 0h13l5 5v17a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V2a2 2 0 0 1 2-2z', tint: '#6C8F3C' },
  agent: { path: 'M4 0h12l8 12-8 12H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4z', tint: '#7C828E' },
  value: { path: 'M12 2h0a10 10 0 0 1 0 20h0a10 10 0 0 1 0-20z', tint: '#7C828E' },
  any: { path: 'M7 2h10l5 5v10l-5 5H7l-5-5V7z', tint: '#8A8478' },
}

const gap = 2
const capital = 10

/** Icon names such as `mark-model-Oa`. */
export function markOf(node: NodeDefinition): string | undefined {
  const pair = initialsOfNode[node.name] ?? initialsOfCredential[node.credential?.name ?? '']
  return pair && `mark-${kindOfNode(node)}-${pair}`
}

export function markOfCredential(name: string, users: readonly NodeDefinition[]): string | undefined {
  const pair = initialsOfCredential[name]
  const [user] = users
  return pair && `mark-${user ? kindOfNode(user) : 'value'}-${pair}`
}

function kindOfNode({ baseClasses, outputs = {} }: NodeDefinition): Kind {
  const kind = kindOf(baseClasses)
  const [first] = Object.values(outputs)
  return kind === 'any' && first ? kindOf(first.baseClasses) : kind
}

/**
 * Two letters on a faint shape. The canvas uses it as a mask in its own colour; opened alone it has the tint of
 * its kind.
 */
export function markSvg(name: string): string | undefined {
  const [, kind = '', pair = ''] = /^mark-([a-z]+)-(..)$/.exec(name) ?? []
  const [first, second] = [characters[pair.charAt(0)], characters[pair.charAt(1)]]
  if (!(Object.hasOwn(shapes, kind) && first && second)) {
    return undefined
  }
  const { path, tint } = shapes[kind as Kind]
  // The arrow's point leaves no room for letters, so the middle shifts left.
  const middle = kind === 'agent' ? 22 : 24
  const left = round((middle - first.width - gap - second.width) / 2)
  const top = (24 - capital) / 2
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" color="${tint}">` +
    `<path fill="currentColor" fill-opacity=".16" d="${path}"/>` +
    '<g fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round">' +
    `<path transform="translate(${left} ${top})" d="${first.path}"/>` +
    `<path transform="translate(${round(left + first.width + gap)} ${top})" d="${second.path}"/></g></svg>`
  )
}

function round(length: number): number {
  return Math.round(length * 10) / 10
}
