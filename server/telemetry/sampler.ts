import type { RemoteParent } from './trace-context.ts'

/** Decides about a whole trace at its first span here. */
export type Sampler = (traceId: string, parent: RemoteParent | undefined) => boolean

export const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
export type SamplerName = (typeof samplerNames)[number]

/** Bits of the trace id that decide, the last 52: as many as a number holds. */
const DIGITS = 13

/** `ratio` is the share of sampled traces, from 0 to 1. */
export function createSampler(name: SamplerName, ratio: number): Sampler {
  const isChosen = (traceId: string) => Number.parseInt(traceId.slice(-DIGITS), 16) < ratio * 16 ** DIGITS
  const roots: Record<string, (traceId: string) => boolean> = {
    always_on: () => true,
    always_off: () => false,
    traceidratio: isChosen,
  }
  const root = roots[name.replace('parentbased_', '')] ?? isChosen
  return name.startsWith('parentbased_')
    ? (traceId, parent) => parent?.isSampled ?? root(traceId)
    : (traceId) => root(traceId)
}
