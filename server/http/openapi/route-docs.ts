import type { z } from 'zod'
import type { JsonSchema } from './schemas.ts'
import type { Tag } from './tags.ts'

/**
 * API documentation of a route, declared with the route: in `meta.rest` of a procedure, in `config.docs` of a
 * plain route.
 */
export type RouteDocs = {
  /** The operationId in camelCase. Generated clients use it, so it stays when the summary changes. */
  id: string
  tag: Tag
  /** Imperative, at most 60 characters. */
  summary: string
  description?: string
  /** Descriptions of parameters that differ from the common ones (parameters.ts). */
  parameters?: Record<string, string>
  /** Replaces the example generated from the schema. */
  requestExample?: unknown
  responseExample?: unknown
  /** Statuses beyond those derived from the policy and the input. */
  errors?: readonly number[]
}

export type MediaDocs = { schema: z.ZodType | JsonSchema; example?: unknown }
export type Content = Record<`${string}/${string}`, z.ZodType | MediaDocs>

export type PlainRouteDocs = RouteDocs & {
  query?: z.ZodObject
  /** JSON unless media types are given. */
  body?: z.ZodType | Content
  response: z.ZodType | Content
  otherStatuses?: Record<number, string>
  isAlias?: true
}

declare module 'fastify' {
  interface FastifyContextConfig {
    docs?: PlainRouteDocs
  }
}

export const binary = { schema: { type: 'string', format: 'binary' } } as const
export const plainText = (example: string) => ({ schema: { type: 'string' }, example })
