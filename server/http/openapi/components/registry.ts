import { z } from 'zod'

export type ComponentDocs = {
  id: string
  description: string
  /** Descriptions of fields. */
  fields?: Record<string, string>
}

/** Names of schemas in the document. A schema without a name is stated in place. */
export const components = z.registry<ComponentDocs>()

export function name<Schema extends z.ZodType>(
  id: string,
  schema: Schema,
  description: string,
  fields: Partial<Record<keyof z.output<Schema> & string, string>> = {},
) {
  components.add(schema, { id, description, fields: fields as Record<string, string> })
}
