import { z } from 'zod'
import type { Rule } from '#server/policy.ts'
import { referToErrors } from './errors.ts'
import { createSampler } from './examples.ts'
import { describeParameter } from './parameters.ts'
import type { Content, MediaDocs } from './route-docs.ts'
import type { Route } from './routes.ts'
import type { createSchemas, JsonSchema } from './schemas.ts'

type Fields = { properties: Record<string, JsonSchema>; required: readonly string[] }

export function createOperations({ convert, named }: ReturnType<typeof createSchemas>) {
  const sample = createSampler(named)

  function toOperation(route: Route) {
    const { docs, rule, status, response, otherStatuses } = route
    const inPath = pathParameters(route.path)
    const { query, body } = splitInput(route, inPath)
    const content = response && status !== 204 && toContent(response, 'response', docs.responseExample)
    const errors = [...errorsOf(route), ...(inPath.length > 0 ? [404] : []), ...(docs.errors ?? [])]
    const hasInput = inPath.length > 0 || body !== undefined || Object.keys(query.properties).length > 0
    return {
      operationId: docs.id,
      summary: docs.summary,
      description: [docs.description, describeRule(rule)].filter(Boolean).join('\n\n'),
      tags: [docs.tag],
      security: securityOf(rule),
      ...(rule.key && { 'x-permission': rule.key }),
      ...(inPath.length + Object.keys(query.properties).length > 0 && {
        parameters: [
          ...inPath.map((name) => toParameter(name, 'path', true, { type: 'string' }, route)),
          ...Object.entries(query.properties).map(([name, schema]) =>
            toParameter(name, 'query', query.required.includes(name), schema, route),
          ),
        ],
      }),
      ...(body && { requestBody: { required: true, content: body } }),
      responses: {
        [status]: { description: 'Success', ...(content && { content }) },
        ...mapValues(otherStatuses ?? {}, (description) => ({ description, ...(content && { content }) })),
        ...referToErrors([...new Set([...errors, ...(hasInput ? [400] : [])])]),
      },
    }
  }

  function toParameter(
    name: string,
    place: 'path' | 'query',
    required: boolean,
    { description: own, ...schema }: JsonSchema,
    { docs }: Route,
  ) {
    const description = describeParameter(name, docs) ?? own
    return { name, in: place, required, ...(description !== undefined && { description }), schema }
  }

  function splitInput(route: Route, inPath: readonly string[]) {
    if (route.input) {
      return splitFields(route, convert(route.input, reads(route) ? 'query' : 'body'), inPath)
    }
    return {
      query: route.query ? fieldsOf(convert(route.query, 'query')) : noFields,
      body: route.body && toContent(route.body, 'body', route.docs.requestExample),
    }
  }

  /** Procedures take path, query and body as one object. */
  function splitFields(route: Route, body: JsonSchema, inPath: readonly string[]) {
    const all = fieldsOf(body)
    const fields = without(all, inPath)
    if (reads(route)) {
      return { query: fields, body: undefined }
    }
    const isUnsplit = inPath.every((name) => !Object.hasOwn(all.properties, name))
    const isEmpty = Object.keys(fields.properties).length === 0
    const schema = isUnsplit ? body : toObject(fields)
    return {
      query: noFields,
      body: isEmpty ? undefined : { 'application/json': withExample(schema, route.docs.requestExample) },
    }
  }

  function toContent(body: z.ZodType | Content, use: 'body' | 'response', example: unknown) {
    const content: Content = body instanceof z.ZodType ? { 'application/json': body } : body
    return Object.fromEntries(
      Object.entries(content).map(([type, each]) => [
        type,
        each instanceof z.ZodType ? withExample(convert(each, use), example) : toMedia(each, use),
      ]),
    )
  }

  function toMedia({ schema, ...example }: MediaDocs, use: 'body' | 'response') {
    return { schema: schema instanceof z.ZodType ? convert(schema, use) : schema, ...example }
  }

  function withExample(schema: JsonSchema, example: unknown = sample(schema)) {
    return { schema, example }
  }

  /** Fields of an object, also of a component or an intersection. */
  function fieldsOf(schema: JsonSchema): Fields {
    const target = schema.$ref ? named[schema.$ref.split('/').at(-1) ?? ''] : schema
    const parts = ((target?.allOf ?? []) as JsonSchema[]).map(fieldsOf)
    return {
      properties: Object.assign({}, target?.properties, ...parts.map(({ properties }) => properties)),
      required: [...(target?.required ?? []), ...parts.flatMap(({ required }) => required)],
    }
  }

  return toOperation
}

/** Methods whose fields are query parameters. */
function reads({ method }: Route) {
  return method === 'GET' || method === 'DELETE'
}

const noFields: Fields = { properties: {}, required: [] }

function without({ properties, required }: Fields, names: readonly string[]): Fields {
  return {
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name))),
    required: required.filter((name) => !names.includes(name)),
  }
}

function toObject({ properties, required }: Fields): JsonSchema {
  return { type: 'object', properties, ...(required.length > 0 && { required: [...required] }) }
}

function pathParameters(path: string) {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
}

/** A procedure rejects invalid credentials even where none are required. */
function errorsOf({ rule: { may, limit, embed }, input }: Route) {
  const readsCredentials = may !== 'anyone' || embed || input !== undefined
  return [...(readsCredentials ? [401] : []), ...(may === 'anyone' ? [] : [403]), ...(limit ? [429] : [])]
}

function mapValues<Value, Result>(record: Record<string, Value>, map: (value: Value) => Result) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}

function securityOf({ may, key, embed }: Rule): Record<string, string[]>[] {
  const signedIn = [{ session: [] }, { basic: [] }]
  if (may === 'anyone') {
    // Optional credentials matter only when calling flows: they allow the caller's own.
    return embed ? [{}, { apiKey: [] }, ...signedIn] : []
  }
  return key ? [{ apiKey: [key] }, ...signedIn] : signedIn
}

const callers = {
  anyone: 'Open to everyone.',
  user: 'For signed-in users.',
  admin: 'For administrators.',
}

function describeRule({ may, key, embed, rejectsImpersonator }: Rule) {
  const open =
    embed && may === 'anyone'
      ? 'Open to everyone who may ask the flow: send credentials for a flow that is not public.'
      : callers[may]
  const keys = key ? ` API keys need the permission \`${key}\`.` : ' API keys are not accepted.'
  return `${open}${may === 'anyone' ? '' : keys}${rejectsImpersonator ? ' Not available while viewing as another user.' : ''}`
}
