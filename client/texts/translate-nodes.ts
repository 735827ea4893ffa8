import type { NodeSummary } from '#shared/node-summaries.ts'
import type { GridColumn, InputOption, NodeTemplate, TemplateInput, TemplateOutput } from '#shared/nodes.ts'
import { nodeLabel, nodeText, shownNodeTexts } from './node-texts.ts'

/** Maps a translated object to the server's original. */
const sources = new WeakMap<object, object>()
/** By language, then by the server's object: a template keeps one identity per language. */
const translated = new WeakMap<object, WeakMap<object, object>>()

export function translateTemplate(template: NodeTemplate): NodeTemplate {
  return translateOnce(template, (source) => ({
    ...translateCard(source),
    ...(source.credential && { credential: { ...source.credential, ...translateInput(source.credential) } }),
    inputs: source.inputs.map(translateInput),
    outputs: source.outputs.map(translateOutput),
  }))
}

export function translateSummary<Summary extends NodeSummary>(summary: Summary): Summary {
  return translateOnce(summary, translateCard)
}

type Described = { label: string; description?: string | undefined; inputs: readonly TemplateInput[] }

export function translateCredentialKind<Kind extends Described>(kind: Kind): Kind {
  return translateOnce(kind, (source) => ({
    ...translateTexts(source),
    inputs: source.inputs.map(translateInput),
  }))
}

/** The English original, as flow files store it. */
export function englishOf<Item extends object>(item: Item): Item {
  return (sources.get(item) as Item | undefined) ?? item
}

export function translateInput<Input extends TemplateInput>(input: Input): Input {
  if (!shownNodeTexts()) {
    return input
  }
  const { options, datagrid, array, tabs, hint } = input
  return {
    ...translateTexts(input),
    ...(options && { options: options.map((option): InputOption => translateTexts(option)) }),
    ...(datagrid && { datagrid: datagrid.map(translateColumn) }),
    ...(array && { array: array.map(translateInput) }),
    ...(tabs && { tabs: tabs.map(translateInput) }),
    ...(hint && { hint: { label: nodeText(hint.label), value: nodeText(hint.value) } }),
  }
}

function translateCard<Card extends NodeSummary>(card: Card): Card {
  return { ...translateTexts(card), label: nodeLabel(card) }
}

export function translateOutput<Output extends Pick<TemplateOutput, 'label' | 'description'>>(
  output: Output,
): Output {
  return translateTexts(output)
}

function translateColumn(column: GridColumn): GridColumn {
  const { headerName, valueOptions } = column
  return {
    ...column,
    headerName: nodeText(headerName),
    // A plain string is both label and value.
    ...(valueOptions && {
      valueOptions: valueOptions.map((each) =>
        typeof each === 'string' ? each : { ...each, label: nodeText(each.label) },
      ),
    }),
  }
}

const shownTexts = ['label', 'description', 'placeholder', 'warning'] as const

function translateTexts<Item extends object>(item: Item): Item {
  const texts = shownTexts.flatMap((key) => {
    const text = (item as Readonly<Record<string, unknown>>)[key]
    return typeof text === 'string' ? [[key, nodeText(text)] as const] : []
  })
  return { ...item, ...Object.fromEntries(texts) }
}

function translateOnce<Item extends object>(item: Item, translate: (source: Item) => Item): Item {
  const source = englishOf(item)
  const language = shownNodeTexts()
  if (!language) {
    return source
  }
  const known = translated.get(language) ?? new WeakMap<object, object>()
  translated.set(language, known)
  const shown = (known.get(source) as Item | undefined) ?? translate(source)
  known.set(source, shown)
  sources.set(shown, source)
  return shown
}
