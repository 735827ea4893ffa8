import type { PlacedInput, TemplateInput } from '#shared/nodes.ts'
import { readRecords, replaceAt } from './rows.ts'

/** A field below a list or a tab of a node: `messages/2/content` is the content of its third message. */
export function joinPath(above: string, place: number, name: string): string {
  return `${above}/${place}/${name}`
}

/** What is declared of the field at a path: of the node itself, of one of its tabs, or of a row. */
export function inputAt(params: readonly PlacedInput[], path: string): TemplateInput | undefined {
  const [name, ...below] = path.split('/')
  const inputs: readonly TemplateInput[] = params.flatMap((input) => [input, ...(input.tabs ?? [])])
  // The row's own number says nothing about what its fields are.
  return below
    .filter((_, index) => index % 2 === 1)
    .reduce<TemplateInput | undefined>(
      (input, field) => input?.array?.find((each) => each.name === field),
      inputs.find((input) => input.name === name),
    )
}

/** The value at a path. */
export function readPath(inputs: Readonly<Record<string, unknown>>, path: string): unknown {
  const [name = '', place, ...rest] = path.split('/')
  const value = inputs[name]
  return place === undefined ? value : readPath(readRecords(value)[Number(place)] ?? {}, rest.join('/'))
}

/** The value of the first field of a path, once the one at its end is another. */
export function writePath(
  inputs: Readonly<Record<string, unknown>>,
  path: string,
  value: unknown,
): { name: string; value: unknown } {
  const [name = '', place, ...rest] = path.split('/')
  if (place === undefined) {
    return { name, value }
  }
  const rows = readRecords(inputs[name])
  const row = rows[Number(place)] ?? {}
  const changed = writePath(row, rest.join('/'), value)
  return { name, value: replaceAt(rows, Number(place), { ...row, [changed.name]: changed.value }) }
}
