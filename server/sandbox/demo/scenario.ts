import { isSynonym, termsOf } from './synonyms.ts'
import { fold, languageOf } from './words.ts'

/**
 * Chooses among the scenarios of a routing prompt by the words they share with its input. The prompt lists all
 * scenarios before the input, so the words of the whole prompt would fit each of them. Undefined for other prompts.
 */
export function chooseScenario(prompt: string, scenarios: readonly unknown[]): string | undefined {
  const input = /(?:^|\n)Input:\n([\s\S]+)$/.exec(prompt)?.[1]
  const texts = scenarios.map(String)
  if (input === undefined || texts.length === 0) {
    return undefined
  }
  const scores = texts.map((scenario) => sharedTerms(input, scenario))
  const best = Math.max(...scores)
  const questionScenario = input.trim().endsWith('?')
    ? texts.find((text) => /question|soru/.test(fold(text)))
    : undefined
  return best > 0 ? texts[scores.indexOf(best)] : (questionScenario ?? texts.at(-1))
}

function sharedTerms(input: string, scenario: string): number {
  const language = languageOf(`${scenario} ${input}`)
  const requested = termsOf(input, language)
  return termsOf(scenario, language).filter((term) =>
    requested.some((each) => each.stem === term.stem || isSynonym(each, term)),
  ).length
}
