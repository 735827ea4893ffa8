import { useEffect, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useDefaultModel } from '#client/components/use-default-model.ts'

/** Tokens of a short question and its answer, as the server's own estimate assumes them. */
const typical = { input: 400, output: 300 }

/** Micro-dollars a call of a model usually costs, or of the default model; undefined while its price is not known. */
export function useTypicalCost(model?: string): number | undefined {
  const current = useDefaultModel()
  const { data } = trpc.usage.publicPrices.useQuery(undefined, {
    enabled: useSoon() && model !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const price = model === undefined ? current?.price : data?.prices.find((each) => each.model === model)
  // Dollars for a million tokens are micro-dollars for one.
  if (!price) {
    return undefined
  }
  const { inputUsdPerMillion, outputUsdPerMillion } = price
  return Math.ceil(typical.input * Number(inputUsdPerMillion) + typical.output * Number(outputUsdPerMillion))
}

const afterMs = 800

/** True a moment after the first paint: templates and prices must not delay the canvas itself. */
export function useSoon(): boolean {
  const [isSoon, setSoon] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSoon(true), afterMs)
    return () => clearTimeout(timer)
  }, [])
  return isSoon
}
