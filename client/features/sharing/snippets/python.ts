import { type ApiRequest, type Json, toFormFields, toJsonBody } from './request.ts'

/** For Python 3 with the package `requests`. */
export function toPython(request: ApiRequest): string {
  const { url, key, streaming, file } = request
  return [
    ...(streaming ? ['import json', ''] : []),
    'import requests',
    '',
    'response = requests.post(',
    `    ${literal(url)},`,
    ...(key ? [`    headers={"Authorization": ${literal(`Bearer ${key}`)}},`] : []),
    ...(file === undefined
      ? [`    json=${literal(toJsonBody(request), '    ')},`]
      : formLines(request, file)),
    ...(streaming ? ['    stream=True,'] : []),
    ')',
    'response.raise_for_status()',
    '',
    ...(streaming ? streamLines : ['print(response.json()["text"])']),
  ].join('\n')
}

function formLines(request: ApiRequest, file: string) {
  return [
    `    files={"files": open(${literal(file)}, "rb")},`,
    `    data=${literal(Object.fromEntries(toFormFields(request)), '    ')},`,
  ]
}

// Lines stay bytes, because `requests` decodes a stream without a charset as Latin-1.
const streamLines = [
  'for line in response.iter_lines():',
  '    if line.startswith(b"data:"):',
  '        event = json.loads(line[5:])',
  '        if event["event"] == "token":',
  '            print(event["data"], end="", flush=True)',
  '        if event["event"] == "error":',
  '            raise RuntimeError(event["data"])',
]

const constants: Record<string, string> = { true: 'True', false: 'False', null: 'None' }

function literal(value: Json, indent = ''): string {
  if (typeof value === 'string' || typeof value === 'number') {
    return JSON.stringify(value)
  }
  if (value === null || typeof value === 'boolean') {
    return constants[String(value)] ?? 'None'
  }
  const inner = `${indent}    `
  return Array.isArray(value)
    ? wrap(
        '[',
        value.map((item) => `${inner}${literal(item, inner)},`),
        `${indent}]`,
      )
    : wrap(
        '{',
        Object.entries(value).map(
          ([name, item]) => `${inner}${JSON.stringify(name)}: ${literal(item, inner)},`,
        ),
        `${indent}}`,
      )
}

function wrap(opening: string, lines: string[], closing: string) {
  return lines.length === 0 ? `${opening}${closing.trim()}` : [opening, ...lines, closing].join('\n')
}
