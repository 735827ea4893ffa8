import type { z } from 'zod'
import type { JsonSchema } from './schemas.ts'
import type { Tag } from './tags.ts'

/** What the API documentation says about a route. Beside the route: in `meta.rest` of a procedure, in `config.docs` of a plain route. */
export type RouteDocs = {
  /** The operationId in camelCase. Generated clients call it, so it stays when the summary changes. */
  id: string
  tag: Tag
  /** Imperative, at most 60 characters. */
  summary: string
  /** Markdown. */
  description?: string
  /** Descriptions of parameters that the common ones (parameters.ts) do not fit. */
  parameters?: Record<string, string>
  /** Instead of an example made from the schema. */
  requestExample?: unknown
  responseExample?: unknown
  /** Statuses beyond those that follow from the policy and the input. */
  errors?: readonly number[]
}

/** A schema and an example to show instead of one made from it. */
export type MediaDocs = { schema: z.ZodType | JsonSchema; example?: unknown }
/** A body that is not JSON, or of several media types. */
export type Content = Record<`${string}/${string}`, z.ZodType | MediaDocs>

/** Plain routes have no procedure to take their schemas from. */
export type PlainRouteDocs = RouteDocs & {
  query?: z.ZodObject
  /** JSON unless it names its media types. */
  body?: z.ZodType | Content
  response: z.ZodType | Content
  /** Other statuses with the same body, and when. */
  otherStatuses?: Record<number, string>
  /** A name of a route that has two paths. */
  isAlias?: true
}

declare module 'fastify' {
  interface FastifyContextConfig {
    docs?: PlainRouteDocs
  }
}

export const binary = { schema: { type: 'string', format: 'binary' } } as const
export const plainText = (example: string) => ({ schema: { type: 'string' }, example })
