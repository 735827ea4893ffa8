import type { PlacedInput } from '#shared/nodes.ts'
import type { CardView } from '../card/card-view.ts'

const instructions = /prompt|instruction|system/i

export type FieldOrder = {
  /** What people change most: the instructions of a model. */
  first: readonly PlacedInput[]
  others: readonly PlacedInput[]
  more: readonly PlacedInput[]
}

/** Fields of a panel: instructions first, also those that stand behind "More settings" on the card. */
export function orderFields({ params, more }: Pick<CardView, 'params' | 'more'>): FieldOrder {
  const isFirst = ({ name, type, rows }: PlacedInput) =>
    type === 'string' && (rows ?? 0) > 1 && instructions.test(name)
  return {
    first: [...params, ...more].filter(isFirst),
    others: params.filter((input) => !isFirst(input)),
    more: more.filter((input) => !isFirst(input)),
  }
}

const shared = ['modelName', 'temperature']

/** Settings of a linked model that are shown beside its instructions. */
export function fieldsOfModel({ params, more }: Pick<CardView, 'params' | 'more'>): PlacedInput[] {
  return shared.flatMap((name) => [...params, ...more].find((input) => input.name === name) ?? [])
}
