import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { httpBatchLink, httpLink, httpSubscriptionLink, splitLink } from '@trpc/client'
import { sharedQueries, sharedQueriesWithInput } from '#shared/shared-queries.ts'
import { toAppError } from './errors.ts'
import { authorization, expireSession } from './session.ts'
import { setNeedsSetup, stepUpLink } from './step-up.ts'
import { trpc } from './trpc.ts'

const url = '/trpc'

/** A write that the session cookie vouches for needs the token of this cookie in a header (product.md §3). */
export function readCookie(name: string, cookies = document.cookie): string | undefined {
  const pair = cookies.split('; ').find((each) => each.startsWith(`${name}=`))
  return pair && decodeURIComponent(pair.slice(name.length + 1))
}

type Call = { op?: { context: { idempotencyKey?: unknown } } }

/** `op` is a single call; a batch of several has none, and no key either. */
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
 * Subscriptions are event streams, which carry no headers of ours: the session cookie stands for them. A write with an
 * Idempotency-Key goes alone, since all calls of a batch share their headers; so does a query the browser can revalidate.
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

/** Wrong credentials at the door are no sign that a session has ended. */
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
        // The server may run on this very machine, where being offline changes nothing.
        networkMode: 'always',
        // What the server refused on purpose it refuses again.
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
