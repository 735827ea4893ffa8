import { useEffect, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { useDefaultModel } from '#client/components/use-default-model.ts'

/** Tokens of a short question and its answer, as in the server's estimate. */
const typical = { input: 400, output: 300 }

/**
 * Typical micro-dollars per call of a model, by default of the default model; undefined while its price is
 * unknown.
 */
export function useTypicalCost(model?: string): number | undefined {
  const current = useDefaultModel()
  const { data } = trpc.usage.publicPrices.useQuery(undefined, {
    enabled: useSoon() && model !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const price = model === undefined ? current?.price : data?.prices.find((each) => each.model === model)
  // Dollars per million tokens equal micro-dollars per token.
  if (!price) {
    return undefined
  }
  const { inputUsdPerMillion, outputUsdPerMillion } = price
  return Math.ceil(typical.input * Number(inputUsdPerMillion) + typical.output * Number(outputUsdPerMillion))
}

const afterMs = 800

/** True shortly after the first paint, so that templates and prices do not delay the canvas. */
export function useSoon(): boolean {
  const [isSoon, setSoon] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSoon(true), afterMs)
    return () => clearTimeout(timer)
  }, [])
  return isSoon
}
