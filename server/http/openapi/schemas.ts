import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { components } from './components/components.ts'
import { nodeComponents } from './node-template.ts'

export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  [key: string]: unknown
}

/**
 * The schema z.json() is the only recursive one, and zod numbers it per conversion. Generated types cannot refer
 * to themselves.
 */
const JSON_VALUE = 'JsonValue'

export function createSchemas() {
  const named: Record<string, JsonSchema> = {
    ...nodeComponents,
    [JSON_VALUE]: { description: 'Any JSON value.' },
  }

  function convert(schema: z.ZodType, use: 'query' | 'body' | 'response'): JsonSchema {
    // Wrapped in a property, because zod inlines the root schema even when it is named.
    const { properties, $defs = {} } = z.toJSONSchema(z.object({ root: schema }), {
      io: use === 'response' ? 'output' : 'input',
      unrepresentable: 'any',
      metadata: components,
      override: use === 'body' ? simplifyBody : simplify,
    }) as JsonSchema & { $defs?: Record<string, JsonSchema> }
    for (const [name, definition] of Object.entries($defs)) {
      add(nameOf(name), toComponentRefs(definition) as JsonSchema)
    }
    return toComponentRefs(properties?.root ?? {}) as JsonSchema
  }

  function add(name: string, { id: _, fields = {}, ...definition }: JsonSchema) {
    if (name === JSON_VALUE || Object.hasOwn(nodeComponents, name)) {
      return
    }
    for (const [field, description] of Object.entries(fields as Record<string, string>)) {
      Object.assign(definition.properties?.[field] ?? {}, { description })
    }
    const known = named[name]
    if (known && !isDeepStrictEqual(known, definition)) {
      throw new Error(
        `The component ${name} differs between requests and responses: name both in components.ts.`,
      )
    }
    named[name] = definition
  }

  return { convert, named }
}

function nameOf(name: string) {
  return name.startsWith('__schema') ? JSON_VALUE : name
}

function toComponentRefs(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(toComponentRefs)
  }
  if (typeof value !== 'object' || value === null) {
    return value
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) =>
      key === '$ref' && typeof each === 'string'
        ? [key, `#/components/schemas/${nameOf(each.replace('#/$defs/', ''))}`]
        : [key, toComponentRefs(each)],
    ),
  )
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>

/** Removes keywords that validators need and readers do not. */
const simplify: Override = ({ zodSchema, jsonSchema }) => {
  const json = jsonSchema as JsonSchema
  if (zodSchema._zod.def.type === 'date') {
    Object.assign(json, { type: 'string', format: 'date-time' })
  }
  // The format already implies the pattern.
  if (json.format) {
    delete json.pattern
  }
  if (json.minimum === Number.MIN_SAFE_INTEGER) {
    delete json.minimum
  }
  if (json.maximum === Number.MAX_SAFE_INTEGER) {
    delete json.maximum
  }
  // Responses may gain fields without a new version of the API.
  if (json.additionalProperties === false) {
    delete json.additionalProperties
  }
  if (json.propertyNames && isDeepStrictEqual(json.propertyNames, { type: 'string' })) {
    delete json.propertyNames
  }
}

/** Generators treat a field with a default as always present, which is wrong for request bodies. */
const simplifyBody: Override = (context) => {
  simplify(context)
  const json = context.jsonSchema as JsonSchema
  if (json.default !== undefined) {
    const isPlain = ['string', 'number', 'boolean'].includes(typeof json.default) && json.default !== ''
    const text = isPlain ? `Default: \`${json.default}\`.` : undefined
    const description = [json.description, text].filter(Boolean).join(' ')
    delete json.default
    Object.assign(json, description && { description })
  }
}
