import type { Graph, Templates } from '../graph/flow-graph.ts'
import type { UpsertStore } from '../graph/upsert-stores.ts'

export const snippetLanguages = ['python', 'javascript', 'curl'] as const
export type SnippetLanguage = (typeof snippetLanguages)[number]

type Value = string | number | boolean
type Fields = {
  /** Name of the input that takes the file, if a loader has one. */
  file: string | undefined
  values: Readonly<Record<string, Value>>
}
type Request = Fields & { url: string; stopNodeId: string | undefined }

/** Product spec: a snippet has at most this many input fields, the file first. */
const MAX_FIELDS = 4

/** Example fields of a request: the file of the first loader that reads one, then values the flow has now. */
export function snippetFieldsOf({ nodes }: UpsertStore, graph: Graph, templates: Templates): Fields {
  const inputs = [...nodes].flatMap((id) => {
    const { name: kind = '', inputs: given = {} } = graph.nodes.get(id)?.data ?? {}
    const declared = templates.get(kind)?.inputs ?? []
    return declared.map(({ name, type }) => ({ name, type, value: given[name] }))
  })
  const file = inputs.find(({ type }) => type === 'file')?.name
  const examples = inputs.flatMap(({ name, type, value }): [string, Value][] =>
    isExample(value, type) ? [[name, value]] : [],
  )
  // The first node wins where several have a field of one name.
  const values = new Map(examples.toReversed())
  const ordered = [...new Set(examples.map(([name]) => name))].slice(
    0,
    file === undefined ? MAX_FIELDS : MAX_FIELDS - 1,
  )
  return { file, values: Object.fromEntries(ordered.flatMap((name) => [[name, values.get(name) as Value]])) }
}

const MAX_LENGTH = 60

function isExample(value: unknown, type: string): value is Value {
  const isShort = typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH
  const isPlain =
    (isShort && !value.includes('{{')) || typeof value === 'number' || typeof value === 'boolean'
  return isPlain && ['string', 'number', 'boolean', 'options'].includes(type)
}

export function buildUpsertSnippet(language: SnippetLanguage, request: Request): string {
  return builders[language](request).join('\n')
}

const key = 'YOUR_API_KEY'
const example = 'document.pdf'

const builders: Record<SnippetLanguage, (request: Request) => string[]> = {
  python: toPython,
  javascript: toJavaScript,
  curl: toCurl,
}

function toPython(request: Request): string[] {
  const { url, file } = request
  const body =
    file === undefined
      ? [`    json=${pythonOf(bodyOf(request))},`]
      : [
          `    files={"files": open(${JSON.stringify(example)}, "rb")},`,
          `    data=${pythonOf(formOf(request))},`,
        ]
  return [
    'import requests',
    '',
    'response = requests.post(',
    `    ${JSON.stringify(url)},`,
    `    headers={"Authorization": "Bearer ${key}"},`,
    ...body,
    ')',
    'response.raise_for_status()',
    'print(response.json())',
  ]
}

function toJavaScript(request: Request): string[] {
  const { url, file } = request
  const form = Object.entries(formOf(request)).map(
    ([name, value]) => `form.append(${JSON.stringify(name)}, ${JSON.stringify(value)})`,
  )
  const head =
    file === undefined
      ? []
      : [
          `import { openAsBlob } from 'node:fs'`,
          '',
          'const form = new FormData()',
          `form.append('files', await openAsBlob('${example}'), '${example}')`,
          ...form,
          '',
        ]
  return [
    ...head,
    `const response = await fetch(${JSON.stringify(url)}, {`,
    `  method: 'POST',`,
    file === undefined
      ? `  headers: { Authorization: 'Bearer ${key}', 'Content-Type': 'application/json' },`
      : `  headers: { Authorization: 'Bearer ${key}' },`,
    file === undefined ? `  body: JSON.stringify(${JSON.stringify(bodyOf(request))}),` : '  body: form,',
    '})',
    'if (!response.ok) throw new Error(await response.text())',
    'console.log(await response.json())',
  ]
}

function toCurl(request: Request): string[] {
  const { url, file } = request
  const body =
    file === undefined
      ? [`-H 'Content-Type: application/json'`, `-d '${shell(JSON.stringify(bodyOf(request)))}'`]
      : [
          `-F 'files=@${example}'`,
          ...Object.entries(formOf(request)).map(
            ([name, value]) => `--form-string '${shell(`${name}=${value}`)}'`,
          ),
        ]
  return [[`curl '${url}'`, `-H 'Authorization: Bearer ${key}'`, ...body].join(' \\\n  ')]
}

function bodyOf({ stopNodeId, values }: Request) {
  return {
    ...(stopNodeId !== undefined && { stopNodeId }),
    ...(Object.keys(values).length > 0 && { overrideConfig: values }),
  }
}

/** Fields of a form are texts. */
function formOf({ stopNodeId, values }: Request): Record<string, string> {
  const texts = Object.entries(values).map(([name, value]): [string, string] => [name, String(value)])
  return { ...(stopNodeId !== undefined && { stopNodeId }), ...Object.fromEntries(texts) }
}

function pythonOf(value: Record<string, unknown>): string {
  const literal = (item: unknown): string =>
    typeof item === 'boolean'
      ? item
        ? 'True'
        : 'False'
      : typeof item === 'object' && item !== null
        ? pythonOf(item as Record<string, unknown>)
        : JSON.stringify(item)
  return `{${Object.entries(value)
    .map(([name, item]) => `${JSON.stringify(name)}: ${literal(item)}`)
    .join(', ')}}`
}

const shell = (text: string) => text.replaceAll("'", String.raw`'\''`)
