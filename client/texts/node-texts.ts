export type NodeTexts = {
  language: string
  /** Keyed by the English text. */
  texts: Readonly<Record<string, string>>
  /** Node labels, keyed by kind name. */
  labels: Readonly<Record<string, readonly [english: string, translated: string]>>
}

// Global as well as in the React context, because stores, caches and canvas drawing need the language too. Set by
// TextsProvider.
let shown: NodeTexts | undefined

/** Undefined shows the server's English. */
export function showNodeTexts(texts: NodeTexts | undefined): void {
  shown = texts
}

/** The language of node texts; its identity changes with the language, so caches can compare it. */
export function shownNodeTexts(): NodeTexts | undefined {
  return shown
}

/** Translates a catalogue text; other texts stay unchanged. */
export function nodeText(english: string): string {
  return shown && Object.hasOwn(shown.texts, english) ? (shown.texts[english] ?? english) : english
}

type Named = { name?: unknown; label?: unknown }

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

export function kindLabel(name: string, english: string): string {
  return (shown && Object.hasOwn(shown.labels, name) && shown.labels[name]?.[1]) || english
}

/** For callers that have only a node id, such as the events of a run. */
export function labelOfId(id: string, label: string): string {
  return nodeLabel({ name: id.replace(/_\d+$/, ''), label })
}

export function labelText(label: string): string {
  const kind = shown && Object.keys(shown.labels).find((name) => nodeLabel({ name, label }) !== label)
  return kind ? nodeLabel({ name: kind, label }) : label
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
