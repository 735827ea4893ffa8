import type { Json } from '#server/engine/inputs.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord } from '#shared/json.ts'

type Data = { [key: string]: Json }

export type Operation = {
  id: string
  method: string
  path: string
  description: string
  /** JSON schemas by part. A part is absent if the operation takes none. */
  takes: Partial<Record<Part, Data>>
  bodyType: string | undefined
}
type Part = 'PathParameters' | 'QueryParameters' | 'HeaderParameters' | 'RequestBody'

export type Spec = { servers: string[]; operations: Operation[] }

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch']
const parts: Record<string, Part> = {
  path: 'PathParameters',
  query: 'QueryParameters',
  header: 'HeaderParameters',
}
const DEEPEST = 12

/**
 * Reads OpenAPI 3 as YAML or JSON, and the compatible parts of Swagger 2. `base` resolves relative server URLs.
 * Throws INVALID_FLOW.
 */
export async function readSpec(text: string, base?: string): Promise<Spec> {
  const spec = await parse(text)
  const paths = asData(spec.paths)
  if (!paths) {
    throw new AppError('INVALID_FLOW', 'This is no OpenAPI description: it has no paths.')
  }
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    readPath(path, asData(resolve(item, spec)) ?? {}, spec),
  )
  return { servers: serversOf(spec, base), operations: withOwnIds(operations) }
}

async function parse(text: string): Promise<Data> {
  const { parse: parseYaml } = await import('yaml')
  try {
    // Aliases are limited, because they can expand a small file into a very large one.
    return asData(parseYaml(text, { maxAliasCount: 100 }) as Json) ?? reject('it is not an object')
  } catch (error) {
    if (error instanceof AppError) {
      throw error
    }
    return reject(error instanceof Error ? (error.message.split('\n')[0] ?? '') : '')
  }
}

function readPath(path: string, item: Data, spec: Data): Operation[] {
  return methods.flatMap((method) => {
    const operation = asData(item[method])
    if (!operation) {
      return []
    }
    const parameters = [...asList(item.parameters), ...asList(operation.parameters)].map((each) =>
      resolve(each, spec),
    )
    const { body, bodyType } = bodyOf(operation, parameters, spec)
    const { operationId, summary, description } = operation
    return [
      {
        id: typeof operationId === 'string' ? operationId : `${method}_${path}`,
        method: method.toUpperCase(),
        path,
        description:
          [summary, description].filter((each) => typeof each === 'string').join('. ') ||
          `${method.toUpperCase()} ${path}`,
        takes: { ...readParameters(parameters, spec), ...(body && { RequestBody: body }) },
        bodyType,
      },
    ]
  })
}

function readParameters(parameters: Json[], spec: Data): Operation['takes'] {
  const takes: Operation['takes'] = {}
  for (const parameter of parameters) {
    const { name, in: place, description, required, schema, ...rest } = asData(parameter) ?? {}
    const part = parts[String(place)]
    if (!part || typeof name !== 'string') {
      continue
    }
    const known = takes[part] ?? { type: 'object', properties: {}, required: [] }
    const type = asData(inline(schema ?? pick(rest, ['type', 'format', 'enum', 'items']), spec)) ?? {}
    const properties = {
      ...asData(known.properties),
      [name]: { ...type, ...(description !== undefined && { description }) },
    }
    const needed = [
      ...asList(known.required).filter((each) => each !== name),
      ...(required === true ? [name] : []),
    ]
    takes[part] = { ...known, properties, required: needed }
  }
  return takes
}

function bodyOf(operation: Data, parameters: Json[], spec: Data) {
  const content = asData(asData(resolve(operation.requestBody ?? null, spec))?.content) ?? {}
  const types = Object.keys(content)
  const bodyType =
    types.find((type) => /json/.test(type)) ?? types.find((type) => /form-urlencoded/.test(type)) ?? types[0]
  const old = parameters.map(asData).find((parameter) => parameter?.in === 'body')
  const schema = bodyType ? asData(content[bodyType])?.schema : old?.schema
  const body = schema === undefined ? undefined : asData(inline(schema, spec))
  return { body, bodyType: bodyType ?? (old ? 'application/json' : undefined) }
}

function serversOf(spec: Data, base: string | undefined): string[] {
  const named = asList(spec.servers).flatMap((server) => {
    const { url, variables } = asData(server) ?? {}
    return typeof url === 'string' ? [substituteDefaults(url, asData(variables) ?? {})] : []
  })
  const old =
    typeof spec.host === 'string'
      ? [`${asList(spec.schemes)[0] ?? 'https'}://${spec.host}${spec.basePath ?? ''}`]
      : []
  return [...named, ...old].flatMap((url) =>
    URL.canParse(url, base) ? [new URL(url, base).href.replace(/\/+$/, '')] : [],
  )
}

function substituteDefaults(url: string, variables: Data) {
  return url.replace(/\{([^{}]+)\}/g, (match, name: string) =>
    String(asData(variables[name])?.default ?? match),
  )
}

/** Resolves references within the file; any other reference becomes an empty object. */
function resolve(value: Json, spec: Data, depth = 0): Json {
  const reference = asData(value)?.$ref
  if (typeof reference !== 'string' || depth > DEEPEST) {
    return value
  }
  const keys = reference.startsWith('#/') ? reference.slice(2).split('/') : []
  let found: Json | undefined = keys.length > 0 ? spec : undefined
  for (const key of keys) {
    const data = asData(found)
    const name = decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')
    found = data && Object.hasOwn(data, name) ? data[name] : undefined
  }
  return found === undefined ? {} : resolve(found, spec, depth + 1)
}

/** Inlines the references of a schema. A recursive reference becomes an empty schema, which accepts anything. */
function inline(value: Json, spec: Data, within: readonly string[] = []): Json {
  if (within.length > DEEPEST) {
    return {}
  }
  if (Array.isArray(value)) {
    return value.map((each) => inline(each, spec, within))
  }
  const data = asData(value)
  if (!data) {
    return value
  }
  if (typeof data.$ref === 'string') {
    return within.includes(data.$ref) ? {} : inline(resolve(data, spec), spec, [...within, data.$ref])
  }
  const stored = Object.entries(data).filter(
    ([key]) =>
      !['example', 'examples', 'xml', 'externalDocs', 'discriminator'].includes(key) && !key.startsWith('x-'),
  )
  return Object.fromEntries(stored.map(([key, each]) => [key, inline(each, spec, within)]))
}

function withOwnIds(operations: Operation[]): Operation[] {
  const seen = new Map<string, number>()
  return operations.map((operation) => {
    const count = (seen.get(operation.id) ?? 0) + 1
    seen.set(operation.id, count)
    return count > 1 ? { ...operation, id: `${operation.id}_${count}` } : operation
  })
}

function pick(data: Data, names: readonly string[]): Data {
  return Object.fromEntries(names.flatMap((name) => (data[name] === undefined ? [] : [[name, data[name]]])))
}

export function asData(value: Json | undefined): Data | undefined {
  return isRecord(value) ? value : undefined
}

function asList(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}

function reject(why: string): never {
  throw new AppError('INVALID_FLOW', `The OpenAPI description cannot be read: ${why}.`)
}
