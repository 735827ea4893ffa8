import type { FastifyInstance, RouteOptions } from 'fastify'
import { z } from 'zod'
import { policy, type Rule } from '#server/policy.ts'
import { procedures } from '../rest.ts'
import type { Content, PlainRouteDocs, RouteDocs } from './route-docs.ts'

export type Route = {
  method: string
  path: string
  rule: Rule
  docs: RouteDocs
  status: number
  input?: z.ZodType | undefined
  query?: z.ZodType | undefined
  body?: z.ZodType | Content | undefined
  response?: z.ZodType | Content | undefined
  otherStatuses?: Record<number, string> | undefined
}

const PREFIX = '/api/v1'

export function collectRoutes(app: FastifyInstance) {
  const plain: Route[] = []
  app.addHook('onRoute', ({ method, url, config }: RouteOptions) => {
    for (const each of [method].flat()) {
      const rule = policy.get(`${each} ${url}`)
      if (rule && config?.docs && url.startsWith(PREFIX)) {
        plain.push(toPlainRoute(each, url.slice(PREFIX.length), rule, config.docs))
      }
    }
  })
  // Short paths first: a list before its items, predictions before the other routes of a flow.
  return () =>
    [...plain, ...listProcedures()].sort(
      (a, b) =>
        a.path.length - b.path.length || `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`),
    )
}

function toPlainRoute(method: string, path: string, rule: Rule, docs: PlainRouteDocs): Route {
  const { query, body, response, otherStatuses } = docs
  return { method, path, rule, docs, status: 200, query, body, response, otherStatuses }
}

function listProcedures(): Route[] {
  return Object.entries(procedures).flatMap(([name, { _def }]) => {
    const { rest } = _def.meta ?? {}
    const rule = policy.get(name)
    return rest && rule
      ? [
          {
            method: rest.method,
            path: rest.path,
            status: rest.status ?? 200,
            rule,
            docs: rest,
            input: asSchema(_def.inputs.at(-1)),
            response: asSchema(_def.output),
          },
        ]
      : []
  })
}

function asSchema(value: unknown) {
  return value instanceof z.ZodType ? value : undefined
}
