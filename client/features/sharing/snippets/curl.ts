import { type ApiRequest, toFormFields, toJsonBody } from './request.ts'

export function toCurl(request: ApiRequest): string {
  const { url, key, file, streaming } = request
  return [
    // Unbuffered, so that a stream is displayed as it arrives.
    `curl ${streaming ? '-N ' : ''}${quote(url)}`,
    ...(key ? [`-H ${quote(`Authorization: Bearer ${key}`)}`] : []),
    ...(file === undefined ? jsonLines(request) : formLines(request, file)),
  ].join(' \\\n  ')
}

function jsonLines(request: ApiRequest) {
  const body = JSON.stringify(toJsonBody(request), null, 2).replaceAll('\n', '\n  ')
  return [`-H ${quote('Content-Type: application/json')}`, `-d ${quote(body)}`]
}

function formLines(request: ApiRequest, file: string) {
  return [
    `-F ${quote(`files=@"${file.replaceAll(/["\\]/g, '\\$&')}"`)}`,
    // Unlike -F, it does not interpret @, < and ; in a value.
    ...toFormFields(request).map(([name, value]) => `--form-string ${quote(`${name}=${value}`)}`),
  ]
}

/** Quotes a text as one word of a POSIX shell. */
function quote(text: string) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
