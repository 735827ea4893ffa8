import { z } from 'zod'

export type ComponentDocs = {
  id: string
  description: string
  fields?: Record<string, string>
}

/** Schema names in the document. Unnamed schemas are inlined. */
export const components = z.registry<ComponentDocs>()

export function name<Schema extends z.ZodType>(
  id: string,
  schema: Schema,
  description: string,
  fields: Partial<Record<keyof z.output<Schema> & string, string>> = {},
) {
  components.add(schema, { id, description, fields: fields as Record<string, string> })
}
