import { AppError } from '#shared/errors.ts'
import type { NodeDefinition } from './define-node.ts'

/** Nodes of these categories reach the network only through ports that hold and charge money. */
export const modelCategories: ReadonlySet<string> = new Set(['Chat Models', 'LLMs', 'Embeddings'])

/**
 * Whether another user's flow may use a platform credential in such a node. Nodes without a billing rule would use
 * it for free.
 */
export function acceptsShared({ category, sharedCredential }: NodeDefinition): boolean {
  return sharedCredential !== undefined || modelCategories.has(category)
}

/** Throws INVALID_FLOW for a node that cannot charge for a platform credential. */
export function rejectUnpaid(node: NodeDefinition, label: string) {
  if (!acceptsShared(node)) {
    throw new AppError(
      'INVALID_FLOW',
      `${label}: it has no price on this server, so it cannot be used with a shared credential. Choose your own credential.`,
    )
  }
}
