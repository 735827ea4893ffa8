import type { LanguageModelV4Usage } from '@ai-sdk/provider'
import type { Usage } from '#shared/runs.ts'

/**
 * The provider's usage in our token classes, which never overlap. Undefined when usage is missing or does not add
 * up; tokens are then counted here.
 */
export function toUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage | undefined {
  const { total, noCache } = inputTokens
  const [cacheRead, cacheWrite] = [inputTokens.cacheRead ?? 0, inputTokens.cacheWrite ?? 0]
  const prompt = total ?? (noCache === undefined ? undefined : noCache + cacheRead + cacheWrite)
  const output = outputTokens.total ?? outputTokens.text
  if (prompt === undefined || output === undefined) {
    return undefined
  }
  const usage = {
    input: prompt - cacheRead - cacheWrite,
    cacheRead,
    cacheWrite,
    output: output,
    reasoning: Math.min(outputTokens.reasoning ?? 0, output),
  }
  return Object.values(usage).every(isCount) ? usage : undefined
}

function isCount(value: number) {
  return Number.isSafeInteger(value) && value >= 0
}
