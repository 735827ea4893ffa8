import { toRecord } from '#shared/json.ts'
import { testQuestionSchema } from '#shared/store-calls.ts'
import type { NamedStore } from './stores.repository.ts'

export type TestResult = { ranks: (number | null)[]; found: number; timeTaken: number; date: Date }

export function readTestSet({ testSet }: Pick<NamedStore, 'testSet'>) {
  const stored = toRecord(testSet)
  const questions = testQuestionSchema.array().safeParse(stored.questions)
  const result = stored.result as (Omit<TestResult, 'date'> & { date: string }) | null | undefined
  return {
    questions: questions.success ? questions.data : [],
    result: result ? { ...result, date: new Date(result.date) } : null,
  }
}
