import type { ChannelValues } from '#server/ports/channels.ts'
import type { ChannelRow } from './channels.table.ts'

export type Sealing = {
  seal(value: unknown, about: string): string
  /** Throws when the text was sealed about something else. */
  unseal(text: string, about: string): unknown
}
type Named = Pick<ChannelRow, 'id' | 'userId' | 'kind'>

/** Sealed text of one channel does not open in another. */
export function createChannelSecrets({ seal, unseal }: Sealing) {
  const about = ({ id, userId, kind }: Named) => `channel:${id}:${userId}:${kind}`
  return {
    seal: (row: Named, values: ChannelValues) => seal(values, about(row)),
    open: (row: Named & Pick<ChannelRow, 'sealed'>) => unseal(row.sealed, about(row)) as ChannelValues,
  }
}
export type ChannelSecrets = ReturnType<typeof createChannelSecrets>
