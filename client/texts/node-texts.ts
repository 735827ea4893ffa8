/** The texts of nodes and of kinds of credentials in a language other than the server's English. */
export type NodeTexts = {
  language: string
  /** By the English text. */
  texts: Readonly<Record<string, string>>
  /** Labels of kinds of node, by the name of the kind. */
  labels: Readonly<Record<string, readonly [english: string, translated: string]>>
}

// Stores, caches and drawings outside React ask for the language too, so it is not only in a context. TextsProvider sets it.
let shown: NodeTexts | undefined

/** Undefined shows the server's English. */
export function showNodeTexts(texts: NodeTexts | undefined): void {
  shown = texts
}

/** The language that nodes are shown in: changes its identity with it, so caches can compare it. */
export function shownNodeTexts(): NodeTexts | undefined {
  return shown
}

/** A text of the catalogue in the language shown. A text that is not the catalogue's stays as it is. */
export function nodeText(english: string): string {
  return shown && Object.hasOwn(shown.texts, english) ? (shown.texts[english] ?? english) : english
}

type Named = { name?: unknown; label?: unknown }

/** What a node is called on the screen: its own name, or that of its kind in the language shown while nobody has renamed it. */
export function nodeLabel({ name, label }: Named): string {
  const [kind, own] = [textOf(name), textOf(label)]
  const [english, translated] = (shown && Object.hasOwn(shown.labels, kind) && shown.labels[kind]) || []
  if (own === '' || english === undefined) {
    return own || kind
  }
  const [, base = '', number = ''] = /^(.*?)( \d+)?$/s.exec(own) ?? []
  return toSpelling(base) === toSpelling(english) ? `${translated}${number}` : own
}

/** Imported files spell some labels differently, such as "Csv File" and "HuggingFace Inference". */
function toSpelling(label: string): string {
  return label.toLowerCase().replaceAll(' ', '')
}

/** What a kind of node is called in the language shown; `english` where it has no other name there. */
export function kindLabel(name: string, english: string): string {
  return (shown && Object.hasOwn(shown.labels, name) && shown.labels[name]?.[1]) || english
}

/** The same for places that know a node by its id alone, such as the events of a run. */
export function labelOfId(id: string, label: string): string {
  return nodeLabel({ name: id.replace(/_\d+$/, ''), label })
}

/** The same for places that know nothing but the label. */
export function labelText(label: string): string {
  const kind = shown && Object.keys(shown.labels).find((name) => nodeLabel({ name, label }) !== label)
  return kind ? nodeLabel({ name: kind, label }) : label
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
