export const snippetLanguages = ['python', 'javascript', 'curl'] as const
export type SnippetLanguage = (typeof snippetLanguages)[number]

/** Product spec: a snippet has at most this many input fields. */
export const MAX_FIELDS = 4

export type UpsertRequest = {
  url: string
  /** Name of the file to send; a request with a file is a form. */
  file?: string | undefined
  /** In this order after the file. */
  fields: Readonly<Record<string, unknown>>
}

const KEY = 'YOUR_API_KEY'

export function buildUpsertSnippet(language: SnippetLanguage, { file, ...request }: UpsertRequest): string {
  const max = file === undefined ? MAX_FIELDS : MAX_FIELDS - 1
  const fields = Object.fromEntries(Object.entries(request.fields).slice(0, max))
  return builders[language]({ ...request, file, fields })
}

const builders: Record<SnippetLanguage, (request: UpsertRequest) => string> = {
  python: ({ url, file, fields }) =>
    [
      'import json',
      '',
      'import requests',
      '',
      'response = requests.post(',
      `    ${quote(url)},`,
      `    headers={"Authorization": ${quote(`Bearer ${KEY}`)}},`,
      ...(file === undefined
        ? [`    json=json.loads(${quote(JSON.stringify(fields))}),`]
        : [
            `    files={"files": open(${quote(file)}, "rb")},`,
            '    data={',
            ...formFields(fields).map(([name, value]) => `        ${quote(name)}: ${quote(value)},`),
            '    },',
          ]),
      ')',
      'response.raise_for_status()',
      'print(json.dumps(response.json(), indent=2))',
    ].join('\n'),

  javascript: ({ url, file, fields }) =>
    [
      ...(file === undefined
        ? []
        : [
            `import { openAsBlob } from 'node:fs'`,
            '',
            'const form = new FormData()',
            `form.append('files', await openAsBlob(${quote(file)}), ${quote(file)})`,
            ...formFields(fields).map(([name, value]) => `form.append(${quote(name)}, ${quote(value)})`),
            '',
          ]),
      `const response = await fetch(${quote(url)}, {`,
      `  method: 'POST',`,
      '  headers: {',
      `    Authorization: ${quote(`Bearer ${KEY}`)},`,
      ...(file === undefined ? [`    'Content-Type': 'application/json',`] : []),
      '  },',
      file === undefined
        ? `  body: JSON.stringify(${JSON.stringify(fields, null, 2).replaceAll('\n', '\n  ')}),`
        : '  body: form,',
      '})',
      'if (!response.ok) throw new Error(await response.text())',
      'console.log(await response.json())',
    ].join('\n'),

  curl: ({ url, file, fields }) =>
    [
      `curl ${shell(url)}`,
      `-H ${shell(`Authorization: Bearer ${KEY}`)}`,
      ...(file === undefined
        ? [
            `-H ${shell('Content-Type: application/json')}`,
            `-d ${shell(JSON.stringify(fields, null, 2).replaceAll('\n', '\n  '))}`,
          ]
        : [
            `-F ${shell(`files=@"${file.replaceAll(/["\\]/g, '\\$&')}"`)}`,
            // Unlike -F, it does not interpret @, < and ; in a value.
            ...formFields(fields).map(([name, value]) => `--form-string ${shell(`${name}=${value}`)}`),
          ]),
    ].join(' \\\n  '),
}

/** Forms carry objects as JSON text. */
function formFields(fields: UpsertRequest['fields']): [string, string][] {
  return Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
}

/** A JSON text is a literal of Python and JavaScript alike. */
const quote = (text: string) => JSON.stringify(text)

const shell = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
