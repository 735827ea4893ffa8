import type {
  EvaluatedVersion,
  EvaluationResult,
  PublishCheck,
  PublishGate,
  PublishReport,
} from '#shared/evaluations.ts'

type Row = { number: number; input: string; mustPass: boolean }
type Ran = {
  columns: readonly EvaluatedVersion[]
  asked: readonly Row[]
  results: readonly EvaluationResult[]
  /** The column to publish. */
  versionId: string
}
type Pair = { own: EvaluatedVersion; base: EvaluatedVersion | undefined }

/** The checks of a run, one after the other, and the failing row to look at first. */
export function checkColumns(gate: PublishGate, { columns, asked, results, versionId }: Ran) {
  const own = columns.find(({ id }) => id === versionId)
  const published = columns.find(({ kind, model }) => kind === 'published' && model === null)
  const base = published?.id === versionId ? undefined : published
  const must = asked.filter(({ mustPass }) => mustPass)
  const scoreOf = (id: string | undefined, row: number) =>
    results.find((each) => each.versionId === id && each.row === row)?.score ?? null
  const failing = must.filter(({ number }) => (scoreOf(versionId, number) ?? 0) < gate.passLine)
  const [first] = failing
  const checks = own
    ? [
        mustCheck(gate, must.length, failing.length),
        scoreCheck(gate, { own, base }),
        costCheck(gate, { own, base }),
        speedCheck(gate, { own, base }),
      ].flatMap((check) => check ?? [])
    : []
  return {
    checks,
    difference: base ? (own?.difference ?? null) : null,
    row: first
      ? {
          ...{ number: first.number, input: first.input },
          ...{ before: scoreOf(base?.id, first.number), after: scoreOf(versionId, first.number) ?? 0 },
        }
      : null,
  }
}

function mustCheck({ needsMust }: PublishGate, all: number, failing: number): PublishCheck | undefined {
  return needsMust ? { kind: 'must', isPassed: failing === 0, before: all, after: all - failing } : undefined
}

/** Worse by more than noise, or below the pass line altogether. */
function scoreCheck({ needsNotWorse, passLine }: PublishGate, { own, base }: Pair): PublishCheck | undefined {
  const mean = own.mean ?? 0
  const isWorse = base !== undefined && own.difference?.verdict === 'worse'
  return needsNotWorse
    ? { kind: 'score', isPassed: mean >= passLine && !isWorse, before: base?.mean ?? null, after: mean }
    : undefined
}

function costCheck({ maxCostIncrease: max }: PublishGate, { own, base }: Pair): PublishCheck | undefined {
  return max === null || !base
    ? undefined
    : {
        ...{ kind: 'cost', before: base.costMicro, after: own.costMicro },
        isPassed: own.costMicro * 100 <= base.costMicro * (100 + max),
      }
}

function speedCheck({ maxMedianMs: max }: PublishGate, { own, base }: Pair): PublishCheck | undefined {
  return max === null
    ? undefined
    : {
        ...{ kind: 'speed', before: base?.medianMs ?? null, after: own.medianMs },
        isPassed: own.medianMs <= max,
      }
}

export function sentenceOf({ checks, row }: Pick<PublishReport, 'checks' | 'row'>) {
  const failed = new Set(checks.filter(({ isPassed }) => !isPassed).map(({ kind }) => kind))
  if (failed.has('run')) {
    return 'The publish checks have not been run with exactly this version. Run them first.'
  }
  if (failed.has('must') && row) {
    return `A publish check failed: row ${row.number} must pass and does not.`
  }
  if (failed.has('score')) {
    return 'A publish check failed: the answers are worse than those of the published version.'
  }
  return failed.has('cost')
    ? 'A publish check failed: the answers cost too much.'
    : 'A publish check failed: the answers take too long.'
}
