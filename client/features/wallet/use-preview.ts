import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'

/** Product spec: debounce of the amount field; smaller amounts are not previewed. */
const PAUSE_MS = 500
const LEAST_DOLLARS = 1

/** Debounces a value by half a second. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(setSettled, PAUSE_MS, value)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/**
 * The price of an amount (decimal text, or undefined when invalid), debounced. Until it matches the field, the
 * previous price stays, marked stale.
 */
export function usePreview(amount: string | undefined) {
  const settled = useSettled(amount)
  const isWorthRequesting = settled !== undefined && Number(settled) >= LEAST_DOLLARS
  const query = trpc.payment.exchangePreview.useQuery(
    { amount: settled ?? '' },
    {
      enabled: isWorthRequesting,
      placeholderData: keepPreviousData,
      retry: false,
      refetchOnWindowFocus: false,
    },
  )
  const isSettled = settled === amount
  const data = isWorthRequesting && !query.isError ? query.data : undefined
  return {
    preview: data,
    isSettled,
    isCurrent: isSettled && data !== undefined && !query.isPlaceholderData && !query.isFetching,
    isLoading: isWorthRequesting && query.isFetching,
    error: isWorthRequesting && isSettled ? query.error : null,
    retry: () => query.refetch(),
  }
}
