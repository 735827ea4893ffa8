import { z } from 'zod'
import type { Ports } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'
import type { EvaluatedStep, Score } from '#shared/evaluations.ts'
import type { EvaluatorConfig } from '#shared/evaluators.ts'
import { isRecord, parseJson } from '#shared/json.ts'

/** An answer with everything that evaluators look at. */
export type Answered = {
  flowId: string
  input: string
  expected: string
  answer: string
  costMicro: number
  latencyMs: number
  steps: readonly EvaluatedStep[]
}

export type Verdict = Pick<Score, 'score' | 'cause' | 'reason'>
type Rule = Exclude<EvaluatorConfig, { kind: 'judge' }>
type RunCode = Ports['runCode']

const SCRIPT_MS = 5_000
const MAX_REASON = 1_000

/** The score of one rule. Scripts and patterns run in the sandbox, whose limits end the endless ones. */
export async function scoreAnswer(
  rule: Rule,
  answered: Answered,
  { runCode, signal }: { runCode: RunCode; signal: AbortSignal },
): Promise<Verdict> {
  switch (rule.kind) {
    case 'exact':
      return isSame(answered, rule.ignoresCase) ? passed('matches') : failed('differs')
    case 'contains':
      return scoreContained(rule, answered)
    case 'schema':
      return scoreSchema(rule.schema, answered.answer)
    case 'numeric':
      return scoreNumber(rule, answered)
    case 'tool':
      return answered.steps.some(({ kind, label }) => kind === 'tool' && label === rule.tool)
        ? passed('called')
        : failed('notCalled')
    case 'regex':
      return scorePattern(rule, answered, { runCode, signal })
    case 'script':
      return scoreByScript(rule.code, answered, { runCode, signal })
  }
}

const passed = (cause: Score['cause'], reason = ''): Verdict => ({ score: 1, cause, reason })
const failed = (cause: Score['cause'], reason = ''): Verdict => ({ score: 0, cause, reason })

function plain(text: string, ignoresCase: boolean) {
  const spaced = text.trim().replace(/\s+/g, ' ')
  return ignoresCase ? spaced.toLocaleLowerCase('en') : spaced
}

function isSame({ answer, expected }: Answered, ignoresCase: boolean) {
  return plain(answer, ignoresCase) === plain(expected, ignoresCase)
}

function scoreContained(
  { text, ignoresCase, isForbidden }: Extract<Rule, { kind: 'contains' }>,
  { answer, expected }: Answered,
): Verdict {
  const parts = (text === '' ? expected : text)
    .split('\n')
    .map((line) => plain(line, ignoresCase))
    .filter((line) => line !== '')
  const whole = plain(answer, ignoresCase)
  const missing = parts.filter((part) => !whole.includes(part))
  if (isForbidden) {
    const found = parts.find((part) => whole.includes(part))
    return found === undefined ? passed('missing') : failed('forbidden', found.slice(0, MAX_REASON))
  }
  if (parts.length === 0 || missing.length === 0) {
    return passed('found')
  }
  const score = (parts.length - missing.length) / parts.length
  return { score, cause: 'missing', reason: (missing[0] ?? '').slice(0, MAX_REASON) }
}

/** The JSON of an answer that may stand in a code fence. */
function scoreSchema(schema: string, answer: string): Verdict {
  const fenced = /```(?:json)?\s*\n([\s\S]*?)\n```/.exec(answer)?.[1]
  const value = parseJson((fenced ?? answer).trim())
  if (value === undefined) {
    return failed('noJson')
  }
  const checked = compileSchema(schema).safeParse(value)
  return checked.success
    ? passed('matches')
    : failed('schemaMismatch', z.prettifyError(checked.error).slice(0, MAX_REASON))
}

/** Throws INVALID_INPUT for a schema that cannot be checked. */
export function compileSchema(text: string) {
  const schema: unknown = JSON.parse(text)
  if (hasPattern(schema)) {
    // They would run outside the sandbox, where nothing ends an endless one.
    throw new AppError(
      'INVALID_INPUT',
      'Patterns in a JSON schema are not supported. Add a regular expression.',
    )
  }
  try {
    return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
  } catch (cause) {
    throw new AppError('INVALID_INPUT', 'This JSON schema cannot be read.', { cause })
  }
}

function hasPattern(value: unknown): boolean {
  return Array.isArray(value)
    ? value.some(hasPattern)
    : isRecord(value) &&
        Object.entries(value).some(
          ([name, inner]) =>
            (name === 'pattern' && typeof inner === 'string') ||
            (name === 'patternProperties' && isRecord(inner)) ||
            hasPattern(inner),
        )
}

/** A decimal number; commas between thousands are ignored. */
const numberPattern = /-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|-?\d+(?:\.\d+)?/

function numberIn(text: string): number | undefined {
  const found = numberPattern.exec(text)?.[0]
  return found === undefined ? undefined : Number(found.replaceAll(',', ''))
}

function scoreNumber(
  { measure, compare, value, tolerance }: Extract<Rule, { kind: 'numeric' }>,
  { answer, expected, costMicro, latencyMs }: Answered,
): Verdict {
  const measured = { answer: numberIn(answer), seconds: latencyMs / 1_000, usd: costMicro / 1_000_000 }[
    measure
  ]
  const target = value ?? numberIn(expected)
  if (measured === undefined || target === undefined) {
    return failed('noNumber')
  }
  const isMet = {
    equals: Math.abs(measured - target) <= tolerance + 1e-9,
    atMost: measured <= target + tolerance,
    atLeast: measured >= target - tolerance,
  }[compare]
  return isMet ? passed('inRange', String(measured)) : failed('outOfRange', String(measured))
}

type Sandbox = { runCode: RunCode; signal: AbortSignal }

async function run(
  code: string,
  inputs: Record<string, string>,
  flowId: string,
  { runCode, signal }: Sandbox,
) {
  try {
    const { value } = await runCode({
      ...{ code, inputs, signal, vars: {}, timeoutMs: SCRIPT_MS },
      flow: { chatflowId: flowId },
    })
    return { value }
  } catch (error) {
    signal.throwIfAborted()
    return { error: error instanceof AppError ? error : new AppError('INTERNAL', 'The script failed.') }
  }
}

async function scorePattern(
  { pattern, ignoresCase }: Extract<Rule, { kind: 'regex' }>,
  { answer, flowId }: Answered,
  sandbox: Sandbox,
): Promise<Verdict> {
  const inputs = { pattern, flags: ignoresCase ? 'isu' : 'su', answer }
  const found = await run('return new RegExp($pattern, $flags).test($answer)', inputs, flowId, sandbox)
  if (found.error) {
    return failed('tooSlow', found.error.message.slice(0, MAX_REASON))
  }
  return found.value === true ? passed('matches') : failed('differs')
}

const scriptResult = z.union([
  z.boolean().transform((isPassed) => ({ score: isPassed ? 1 : 0, reason: '' })),
  z.number().transform((score) => ({ score, reason: '' })),
  z.object({
    score: z.union([z.number(), z.boolean().transform(Number)]),
    reason: z.string().default(''),
  }),
])

async function scoreByScript(
  code: string,
  { input, answer, expected, flowId }: Answered,
  sandbox: Sandbox,
): Promise<Verdict> {
  const found = await run(code, { input, output: answer, expected }, flowId, sandbox)
  if (found.error) {
    return failed('failed', found.error.message.slice(0, MAX_REASON))
  }
  const result = scriptResult.safeParse(found.value)
  if (!result.success || !Number.isFinite(result.data.score)) {
    return failed('failed', 'The code must return a number from 0 to 1, true or false, or { score, reason }.')
  }
  const { score, reason } = result.data
  return { score: Math.min(1, Math.max(0, score)), cause: 'said', reason: reason.slice(0, MAX_REASON) }
}
