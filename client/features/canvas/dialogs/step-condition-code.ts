import { readStepRows, type StepRow } from '../graph/step-condition.ts'

export function writeStepCode(rows: readonly StepRow[]): string {
  const plain = rows.map(({ type, value1, operation, value2, output }) => ({
    type,
    value1,
    operation,
    value2,
    ...(output !== '' && { output }),
  }))
  return JSON.stringify(plain, undefined, 2)
}

/** Rows keep their links by their place; undefined while the text is no list. */
export function readStepCode(text: string, before: readonly StepRow[]): StepRow[] | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!Array.isArray(parsed)) {
    return undefined
  }
  return readStepRows(parsed).map(({ was: _, rest: __, ...row }, place) => {
    const { was, rest, key } = before[place] ?? { was: undefined, rest: undefined, key: place }
    return {
      ...row,
      ...(was !== undefined && { was }),
      ...(rest && { rest }),
      ...(key !== undefined && { key }),
    }
  })
}
