import { AppError } from '#shared/errors.ts'
import type { NodeDefinition } from './define-node.ts'

/** Their only way out is a port that holds and charges. */
export const modelCategories: ReadonlySet<string> = new Set(['Chat Models', 'LLMs', 'Embeddings'])

/** Whether somebody else's flow may use a credential of the house in such a node: what nobody charges for would be free. */
export function takesShared({ category, sharedCredential }: NodeDefinition): boolean {
  return sharedCredential !== undefined || modelCategories.has(category)
}

/** Throws INVALID_FLOW for a node that cannot charge for a credential of the house. */
export function rejectUnpaid(node: NodeDefinition, label: string) {
  if (!takesShared(node)) {
    throw new AppError(
      'INVALID_FLOW',
      `${label}: it has no price on this server, so it cannot be used with a shared credential. Choose your own credential.`,
    )
  }
}
