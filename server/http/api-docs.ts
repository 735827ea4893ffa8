import type { JsonSchema, Operation } from './openapi.ts'

/** A page that can be read, printed and searched without a script. */
export function printDocs(operations: Operation[], version: string): string {
  const groups = Map.groupBy(operations, ({ path }) => path.split('/')[1] ?? '')
  const sections = [...groups].map(
    ([name, members]) => `<h2 id="${name}">${name}</h2>${members.map(printOperation).join('')}`,
  )
  const links = [...groups.keys()].map((name) => `<a href="#${name}">${name}</a>`).join(' ')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Flowtill API ${version}</title><style>${style}</style></head><body><main>
<h1>Flowtill API</h1>
<p>Version ${version}. All addresses begin with <code>/api/v1</code>. Send <code>Authorization: Bearer</code> with a session
token or an API key. Errors come as <code>{ error, message, code, statusCode, success: false, details? }</code>.
For programs: <a href="/api/v1/openapi.json">openapi.json</a>.</p>
<nav>${links}</nav>${sections.join('')}</main></body></html>`
}

function printOperation({ method, path, rule, input, output }: Operation) {
  const who = { anyone: 'open to everybody', user: 'signed in', admin: 'administrators' }[rule.may]
  const key = rule.key ? `, or an API key with <code>${rule.key}</code>` : ''
  return `<section><h3><b class="${method}">${method}</b> <code>${asText(path)}</code></h3><p>${who}${rule.may === 'anyone' ? '' : key}</p>
${printFields('Takes', input)}${printFields('Gives', output)}</section>`
}

function printFields(title: string, schema: JsonSchema | undefined) {
  const properties = fieldsOf(schema)
  const required = new Set(schema?.required ?? [])
  const rows = Object.entries(properties).map(
    ([name, field]) =>
      `<tr><td><code>${asText(name)}</code>${required.has(name) ? '<sup title="required">*</sup>' : ''}</td><td>${asText(typeOf(field))}</td></tr>`,
  )
  return rows.length > 0 ? `<table><caption>${title}</caption>${rows.join('')}</table>` : ''
}

function fieldsOf(schema: JsonSchema | undefined): Record<string, JsonSchema> {
  const items = schema?.items as JsonSchema | undefined
  return schema?.properties ?? (items ? fieldsOf(items) : {})
}

function typeOf(schema: JsonSchema): string {
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (choices) {
    return [...new Set(choices.map(typeOf))].join(' or ')
  }
  const type = Array.isArray(schema.enum)
    ? schema.enum.map((value) => JSON.stringify(value)).join(' | ')
    : String(schema.type ?? 'any')
  return schema.nullable ? `${type} or null` : type
}

function asText(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

const style = `:root{color-scheme:light dark}body{margin:0;background:light-dark(#F6F5F0,#0E1116);color:light-dark(#1B1F27,#E9EBEE);
font:14px/1.5 system-ui,sans-serif}main{max-width:880px;margin:0 auto;padding:40px 24px}h1{font-size:28px;margin:0}h2{font-size:18px;
margin:40px 0 8px}section{background:light-dark(#fff,#161B22);border:1px solid light-dark(#DDD9CD,#2D3440);border-radius:10px;
padding:12px 16px;margin:8px 0}h3{font-size:14px;margin:0}p{margin:4px 0;color:light-dark(#4A505B,#B5BCC7)}code{font:13px ui-monospace,
monospace}nav{display:flex;flex-wrap:wrap;gap:12px}a{color:light-dark(#214A98,#8DB1F5)}b{display:inline-block;min-width:52px;
color:light-dark(#187344,#5CC48C)}b.POST{color:light-dark(#2A5BB8,#8DB1F5)}b.PUT,b.PATCH{color:light-dark(#8A5800,#E3A94A)}
b.DELETE{color:light-dark(#BE3A22,#F07F68)}table{border-collapse:collapse;margin:8px 0;width:100%}caption{text-align:left;
font-weight:600;padding:4px 0}td{padding:2px 12px 2px 0;vertical-align:top}td:first-child{width:240px}sup{color:light-dark(#BE3A22,#F07F68)}`
