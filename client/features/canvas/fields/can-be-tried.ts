import type { TemplateInput } from '#shared/nodes.ts'

/** A whole function, which needs nothing but its values; not a schema, a template or a part of something larger. */
export function canBeTried({ type, name, hideCodeExecute }: TemplateInput): boolean {
  return type === 'code' && /function$/i.test(name) && !hideCodeExecute
}
