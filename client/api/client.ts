import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { httpBatchLink, httpLink, httpSubscriptionLink, splitLink } from '@trpc/client'
import { sharedQueries, sharedQueriesWithInput } from '#shared/shared-queries.ts'
import { toAppError } from './errors.ts'
import { authorization, expireSession } from './session.ts'
import { setNeedsSetup, stepUpLink } from './step-up.ts'
import { trpc } from './trpc.ts'

const url = '/trpc'

/** Writes authenticated by the session cookie must repeat the CSRF cookie's token in a header. */
export function readCookie(name: string, cookies = document.cookie): string | undefined {
  const pair = cookies.split('; ').find((each) => each.startsWith(`${name}=`))
  return pair && decodeURIComponent(pair.slice(name.length + 1))
}

type Call = { op?: { context: { idempotencyKey?: unknown } } }

/** `op` is set for a single call only; a batch has neither `op` nor a key. */
export function requestHeaders({ op }: Call = {}): Record<string, string> {
  const xsrf = readCookie('XSRF-TOKEN')
  const idempotencyKey = op?.context.idempotencyKey
  return {
    'x-request-from': 'internal',
    ...authorization(),
    ...(xsrf && { 'X-XSRF-TOKEN': xsrf }),
    ...(typeof idempotencyKey === 'string' && { 'Idempotency-Key': idempotencyKey }),
  }
}

/**
 * Subscriptions are event streams, which cannot set headers, so the session cookie authenticates them. Calls of a
 * batch share their headers, so writes with an Idempotency-Key and queries the browser can revalidate are sent
 * alone.
 */
export function createTrpcClient() {
  return trpc.createClient({
    links: [
      stepUpLink,
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: httpSubscriptionLink({ url, eventSourceOptions: { withCredentials: true } }),
        false: splitLink({
          condition: ({ path, context }) =>
            context.idempotencyKey !== undefined ||
            sharedQueries.has(path) ||
            sharedQueriesWithInput.has(path),
          true: httpLink({ url, headers: requestHeaders }),
          false: httpBatchLink({ url, headers: () => requestHeaders(), maxURLLength: 4_000 }),
        }),
      }),
    ],
  })
}

/** A 401 from these procedures means wrong credentials, not an expired session. */
const routes = new Set(['auth.login', 'auth.register'])

export function createQueryClient() {
  const onError = (error: unknown, path: unknown) => {
    const { code } = toAppError(error)
    if (code === 'UNAUTHENTICATED' && !routes.has(String(path))) {
      expireSession()
    }
    if (code === 'SECOND_FACTOR_SETUP') {
      setNeedsSetup(true)
    }
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, { queryKey }) => onError(error, pathOf(queryKey)) }),
    mutationCache: new MutationCache({
      onError: (error, _input, _result, { options }) => onError(error, pathOf(options.mutationKey)),
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // The server may run on the same machine, where requests work offline.
        networkMode: 'always',
        // Retries are only useful for server errors: the server rejects a 4xx again.
        retry: (count, error) => count < 2 && toAppError(error).status >= 500,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** tRPC keys begin with the path: `[['auth', 'login'], …]`. */
function pathOf(key: unknown) {
  const [path] = Array.isArray(key) ? key : []
  return Array.isArray(path) ? path.join('.') : ''
}
