import type { EvaluatedVersion } from '#shared/evaluations.ts'

export type TriedModel = {
  version: EvaluatedVersion
  /** Of the costs of the first column, in percent; negative for a dearer model. */
  savingPercent: number
}

/**
 * Other models that a run has tried, best first: models that save money without a worse score, then the rest, and the
 * larger saving first among each.
 */
export function rankModels(versions: readonly EvaluatedVersion[]): TriedModel[] {
  const [base, ...others] = versions
  return others
    .filter(({ model, done }) => model !== null && done > 0)
    .map((version) => ({ version, savingPercent: savingOf(version, base) }))
    .sort((a, b) => Number(isAdvised(b)) - Number(isAdvised(a)) || b.savingPercent - a.savingPercent)
}

/** Cheaper, and shown not to be worse by more than noise. */
export function isAdvised({ version, savingPercent }: TriedModel) {
  const verdict = version.difference?.verdict
  return savingPercent > 0 && (verdict === 'better' || verdict === 'none')
}

function savingOf({ costMicro }: EvaluatedVersion, base: EvaluatedVersion | undefined) {
  return base && base.costMicro > 0 ? Math.round(100 * (1 - costMicro / base.costMicro)) : 0
}
