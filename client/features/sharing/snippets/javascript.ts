import { type ApiRequest, toFormFields, toJsonBody } from './request.ts'

/** An ES module for Node and, without a file, for browsers. */
export function toJavaScript(request: ApiRequest): string {
  const { url, streaming, file } = request
  const head = file === undefined ? [] : formLines(request, file)
  return [
    ...head,
    `const response = await fetch(${quote(url)}, {`,
    `  method: 'POST',`,
    ...headerLines(request),
    ...(file === undefined ? jsonLines(request) : ['  body: form,']),
    '})',
    'if (!response.ok) throw new Error(await response.text())',
    '',
    ...(streaming ? streamLines : ['console.log((await response.json()).text)']),
  ].join('\n')
}

function headerLines({ key, file }: ApiRequest) {
  const headers = [
    ...(key ? [`    Authorization: ${quote(`Bearer ${key}`)},`] : []),
    ...(file === undefined ? [`    'Content-Type': 'application/json',`] : []),
  ]
  return headers.length > 0 ? ['  headers: {', ...headers, '  },'] : []
}

function jsonLines(request: ApiRequest) {
  const body = JSON.stringify(toJsonBody(request), null, 2).replaceAll('\n', '\n  ')
  return [`  body: JSON.stringify(${body}),`]
}

function formLines(request: ApiRequest, file: string) {
  return [
    `import { openAsBlob } from 'node:fs'`,
    '',
    'const form = new FormData()',
    `form.append('files', await openAsBlob(${quote(file)}), ${quote(file)})`,
    ...toFormFields(request).map(([name, value]) => `form.append(${quote(name)}, ${quote(value)})`),
    '',
  ]
}

const streamLines = [
  'const decoder = new TextDecoder()',
  `let rest = ''`,
  'for await (const chunk of response.body) {',
  "  const lines = (rest + decoder.decode(chunk, { stream: true })).split('\\n')",
  '  rest = lines.pop()',
  `  for (const line of lines.filter((line) => line.startsWith('data:'))) {`,
  '    const { event, data } = JSON.parse(line.slice(5))',
  `    if (event === 'token') console.log(data)`,
  `    if (event === 'error') throw new Error(data)`,
  '  }',
  '}',
]

function quote(text: string) {
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)
  return `'${inner}'`
}
