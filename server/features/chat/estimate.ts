import type { Reader } from '#server/db/store.ts'
import type { ModelWork, Openers } from '#server/engine/estimate-flow.ts'
import { AppError } from '#shared/errors.ts'
import type { Estimate } from '#shared/runs.ts'
import { findCheaper } from './cheaper-model.ts'

/** Prices in whole pico-USD per token; limits are 0 when unknown. */
type Price = {
  model: string
  inputPico: number
  outputPico: number
  contextTokens: number
  maxOutputTokens: number
}

export type PriceDeps = {
  db: Reader
  prices: { find(db: Reader, provider: string, model: string): Promise<Price | undefined> }
}

type Deps = PriceDeps & {
  costs(flowId: string): Promise<number[]>
}

/** Number of complete runs from which their costs replace the calculation. */
const ENOUGH = 5
const LATEST = 20
/** Output limit when neither the node nor the price table has one. */
const MAX_LENGTH = 4_096

type Line = Estimate['lines'][number]

/** Cost of one message, whose models do `works`: measured when the flow has enough runs, else estimated. */
export async function estimateMessage(
  flowId: string,
  works: readonly ModelWork[],
  { db, prices, costs }: Deps,
): Promise<Estimate> {
  const lines = await Promise.all(
    works.map(async (work) => lineOf(work, await prices.find(db, work.provider, work.model))),
  )
  const isCharged = lines.some(({ paidBy }) => paidBy === 'platform')
  // In a charged flow, an answer without costs came from a pin.
  const measured = (await costs(flowId)).filter((cost) => cost > 0 || !isCharged).slice(0, LATEST)
  const typicalMicro = sumOf(lines, 'typicalMicro')
  const worstMicro = sumOf(lines, 'worstMicro')
  const shared = { runs: measured.length, lines }
  const estimate: Estimate =
    measured.length < ENOUGH
      ? { basis: 'estimated', ...shared, typicalMicro, worstMicro }
      : {
          basis: 'measured',
          ...shared,
          typicalMicro: medianOf(measured),
          worstMicro: worstMicro === null ? null : Math.max(worstMicro, ...measured),
        }
  const find = (provider: string, model: string) => prices.find(db, provider, model)
  const cheaper = await findCheaper(works, estimate, { find, costOf })
  return { ...estimate, ...(cheaper && { cheaper }) }
}

/** Typical cost in micro-USD of a flow without runs and credentials. */
export async function estimateAlone(
  estimate: (open: Openers) => Promise<readonly ModelWork[]>,
  { defaultModel, ...deps }: Pick<Deps, 'db' | 'prices'> & Pick<Openers, 'defaultModel'>,
): Promise<number | null> {
  const credential = async () => {
    throw new AppError('NOT_FOUND', 'This node’s credential was deleted. Choose another one.')
  }
  const works = await estimate({ credential, defaultModel })
  return (await estimateMessage('', works, { ...deps, costs: async () => [] })).typicalMicro
}

function lineOf(work: ModelWork, price: Price | undefined): Line {
  const { nodeId, label, provider, model, paidBy, calls, input, output } = work
  const isFree = paidBy === 'owner' && provider !== ''
  const known = {
    ...{ nodeId, label, provider, model, paidBy },
    calls: calls.typical,
    inputTokens: calls.typical * input.typical,
    outputTokens: calls.typical * output.typical,
  }
  if (isFree) {
    return { ...known, typicalMicro: 0, worstMicro: 0 }
  }
  if (!price) {
    return { ...known, typicalMicro: null, worstMicro: null }
  }
  const limit = price.maxOutputTokens || MAX_LENGTH
  const maxOutput = Math.min(output.worst ?? limit, limit)
  const prompt = price.contextTokens > 0 ? Math.min(input.worst, price.contextTokens) : input.worst
  return {
    ...known,
    typicalMicro: costOf(price, known.inputTokens, known.outputTokens),
    worstMicro: costOf(price, calls.worst * prompt, calls.worst * maxOutput),
  }
}

/** Rounded up like charges. */
export function costOf({ inputPico, outputPico }: Price, input: number, output: number): number {
  const pico = BigInt(input) * BigInt(inputPico) + BigInt(output) * BigInt(outputPico)
  return Number((pico + 999_999n) / 1_000_000n)
}

/** Null if any part is unknown. */
function sumOf(lines: readonly Line[], name: 'typicalMicro' | 'worstMicro'): number | null {
  return lines.reduce<number | null>((sum, line) => {
    const micro = line[name]
    return sum === null || micro === null ? null : sum + micro
  }, 0)
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}
