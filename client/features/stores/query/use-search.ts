import { useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import type { Values } from '#client/components/node-form/node-values.ts'
import type { ComponentChoice, QueryResult } from '#shared/stores.ts'

type State = { data: QueryResult | undefined; error: unknown; isSearching: boolean }

/** Searches of a store. Only the answer of the latest one is shown. */
export function useSearch(storeId: string) {
  const { mutateAsync } = trpc.stores.query.useMutation()
  const [state, setState] = useState<State>({ data: undefined, error: undefined, isSearching: false })
  const number = useRef(0)

  async function search(query: string, inputs: Values | undefined) {
    number.current += 1
    const own = number.current
    setState((before) => ({ ...before, error: undefined, isSearching: true }))
    const next = await mutateAsync({
      ...{ storeId, query },
      ...(inputs && { inputs: inputs as ComponentChoice['config'] }),
    }).then(
      (data): State => ({ data: data as QueryResult, error: undefined, isSearching: false }),
      (error: unknown): State => ({ data: undefined, error, isSearching: false }),
    )
    if (number.current === own) {
      setState(next)
    }
  }

  return { ...state, search }
}
