import type { z } from 'zod'
import type { chunksPageSchema } from '#shared/stores.ts'

export type ChunksPage = z.infer<typeof chunksPageSchema>
export type Chunk = ChunksPage['chunks'][number]
