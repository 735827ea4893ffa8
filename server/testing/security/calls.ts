import type { InjectOptions } from 'fastify'
import { procedures } from '#server/http/rest.ts'

export type Call = { over: 'tRPC' | 'REST'; toRequest(input: Record<string, unknown>): InjectOptions }

export function callsOf(route: string): Call[] {
  const procedure = procedures[route]
  if (!procedure) {
    const [method = 'GET', url = ''] = route.split(' ')
    return [{ over: 'REST', toRequest: (input) => overRest(method, url, input) }]
  }
  const { type, meta } = procedure._def
  const overTrpc = (input: Record<string, unknown>): InjectOptions =>
    type === 'mutation'
      ? { method: 'POST', url: `/trpc/${route}`, payload: input }
      : { method: 'GET', url: `/trpc/${route}`, query: { input: JSON.stringify(input) } }
  const { rest } = meta ?? {}
  return [
    { over: 'tRPC', toRequest: overTrpc },
    ...(rest
      ? [
          {
            over: 'REST' as const,
            toRequest: (input: Record<string, unknown>) =>
              overRest(rest.method, `/api/v1${rest.path}`, input),
          },
        ]
      : []),
  ]
}

export function writes(route: string) {
  const type = procedures[route]?._def.type
  return type ? type === 'mutation' : !route.startsWith('GET ')
}

/** A subscription opens its stream before it is rejected, so the error is its first event. */
export function statusOf({ statusCode, body }: { statusCode: number; body: string }) {
  const [, rejected] = /^event: serialized-error\ndata: .*"statusCode":(\d+)/m.exec(body) ?? []
  return rejected ? Number(rejected) : statusCode
}

function overRest(method: string, path: string, input: Record<string, unknown>): InjectOptions {
  const left = { ...input }
  const url = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = left[name]
    delete left[name]
    return encodeURIComponent(String(value))
  })
  const isQuery = method === 'GET' || method === 'DELETE'
  const query = Object.fromEntries(Object.entries(left).map(([name, value]) => [name, String(value)]))
  return { method: method as 'GET', url, ...(isQuery ? { query } : { payload: left }) }
}
