import { randomBytes } from 'node:crypto'
import type { TriggerRow } from './triggers.table.ts'

type Sealing = {
  seal(value: unknown, about: string): string
  /** Throws when the text was sealed about something else. */
  unseal(text: string, about: string): unknown
}
type Named = Pick<TriggerRow, 'flowId' | 'userId'>

/** Stored sealed rather than hashed, because verifying a signature takes the secret itself. */
export function createWebhookSecrets({ seal, unseal }: Sealing) {
  const about = ({ flowId, userId }: Named) => `webhook:${flowId}:${userId}`
  return {
    create(row: Named) {
      const secret = randomBytes(32).toString('hex')
      return { secret, sealed: seal(secret, about(row)) }
    },
    open(row: Named & Pick<TriggerRow, 'secret'>) {
      return String(unseal(row.secret ?? '', about(row)))
    },
  }
}

export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>
