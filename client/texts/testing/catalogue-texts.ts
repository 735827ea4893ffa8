import type { NodeTemplate, TemplateInput } from '#shared/nodes.ts'
import { untranslated } from './untranslated.ts'

export type PlacedText = { text: string; place: string }

type Kind = {
  name: string
  label: string
  description?: string | undefined
  inputs: readonly TemplateInput[]
}

/** Every visible text of a node except its label. */
export function textsOfTemplate({
  name,
  description,
  credential,
  inputs,
  outputs,
}: NodeTemplate): PlacedText[] {
  return [
    ...placed(name, description),
    ...[...(credential ? [credential] : []), ...inputs].flatMap((input) => textsOfInput(name, input)),
    ...outputs.flatMap((output) => placed(`${name}.${output.name}`, output.label, output.description)),
  ]
}

export function textsOfCredential({ name, label, description, inputs }: Kind): PlacedText[] {
  return [...placed(name, label, description), ...inputs.flatMap((input) => textsOfInput(name, input))]
}

function textsOfInput(parent: string, input: TemplateInput): PlacedText[] {
  const place = `${parent}.${input.name}`
  const { label, description, placeholder, warning, hint, options, datagrid, array, tabs } = input
  return [
    ...placed(place, label, description, placeholder, warning, hint?.label, hint?.value),
    ...(options ?? []).flatMap((option) =>
      placed(`${place}.${option.name}`, option.label, option.description),
    ),
    ...(datagrid ?? []).flatMap((column) => [
      ...placed(`${place}.${column.field}`, column.headerName),
      ...(column.valueOptions ?? []).flatMap((each) =>
        typeof each === 'string' ? [] : placed(place, each.label),
      ),
    ]),
    ...[...(array ?? []), ...(tabs ?? [])].flatMap((inner) => textsOfInput(place, inner)),
  ]
}

function placed(place: string, ...texts: (string | undefined)[]): PlacedText[] {
  return texts.flatMap((text) => (text === undefined || text.trim() === '' ? [] : [{ text, place }]))
}

/** Product names, model ids, URLs, numbers and code are the same in every language. */
export function isSameEverywhere(text: string): boolean {
  const isCode = !/\s/.test(text.trim()) && (/[\d_/.:{}@<>…-]/.test(text) || /^[a-z[\]]+$/.test(text))
  return isCode || /^[^\p{L}]*$/u.test(text) || text === '\\n\\n' || untranslated.has(text)
}
