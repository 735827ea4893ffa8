import { escapeHtml } from '#shared/escape-html.ts'
import type { ApiDocument, Operation } from '../openapi/document.ts'
import type { JsonSchema } from '../openapi/schemas.ts'
import { choicesOf, printFields, printType } from './fields.ts'
import { inline, markdown, slug } from './markup.ts'
import { printOperation } from './operation.ts'
import { style } from './style.ts'

type Listed = { method: string; path: string; operation: Operation }

/** The reference as one page: readable, printable and linkable without its script, which only filters. */
export function printPage(document: ApiDocument, origin: string): string {
  const { info, paths, tags, components } = document
  const operations: Listed[] = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const chapters = tags.map((tag) => ({
    ...tag,
    members: operations.filter(({ operation }) => operation.tags[0] === tag.name),
  }))
  const introduction = markdown(info.description).replaceAll(
    /<h2>([^<]+)<\/h2>/g,
    (_, title: string) => `<h2 id="${slug(title)}">${title}</h2>`,
  )
  const topics = [...introduction.matchAll(/<h2 id="([^"]+)">([^<]+)/g)]
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title}</title><style>${style}</style><script src="/api/docs.js" defer></script></head><body>
<a class="skip" href="#content">Skip to content</a>
<header><a class="brand" href="#content">${info.title}</a><label class="search"><span>Search</span><input type="search" id="search" placeholder="Search operations" autocomplete="off" hidden></label></header>
<details class="menu" id="menu" open><summary>Contents</summary><nav aria-label="Contents"><ul>${topics
    .map(([, id, title]) => `<li><a href="#${id}">${title}</a></li>`)
    .join(
      '',
    )}</ul>${chapters.map(printLinks).join('')}<p class="chapter"><a href="#schemas">Schemas</a></p></nav></details>
<main id="content"><section class="introduction"><h1>${info.title}</h1>
<p class="lead">${escapeHtml(info.summary)} Version ${escapeHtml(info.version)}. For generators: <a href="/api/v1/openapi.json">openapi.json</a>.</p>${introduction}</section>
<p id="none" role="status" hidden>No operation matches.</p>
${chapters
  .map(
    ({ name, description, members }) =>
      `<section class="tag" id="tag-${slug(name)}"><h2>${escapeHtml(name)}</h2><p>${inline(description)}</p>${members
        .map(({ operation, ...place }) => printOperation(operation, { ...place, origin, document }))
        .join('')}</section>`,
  )
  .join('')}
<section class="tag" id="schemas"><h2>Schemas</h2>${Object.entries(components.schemas).map(printSchema).join('')}</section>
</main></body></html>`
}

function printLinks({ name, members }: { name: string; members: Listed[] }) {
  return `<p class="chapter"><a href="#tag-${slug(name)}">${escapeHtml(name)}</a></p><ul>${members
    .map(
      ({ operation: { operationId, summary } }) =>
        `<li data-for="${operationId}"><a href="#${operationId}">${escapeHtml(summary)}</a></li>`,
    )
    .join('')}</ul>`
}

function printSchema([name, schema]: [string, JsonSchema]) {
  const { description } = schema
  const choices = choicesOf(schema)
  const body =
    choices.length > 0
      ? choices.map((choice) => printFields(choice)).join('<p class="or">or</p>')
      : printFields(schema)
  return `<section class="schema" id="schema-${name}"><h3>${name}</h3>${
    description === undefined ? '' : `<p>${inline(String(description))}</p>`
  }${schema.properties || choices.length > 0 ? body : `<p class="type">${printType(schema)}</p>`}</section>`
}
