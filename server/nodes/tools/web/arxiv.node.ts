import { defineNode } from '#server/engine/define-node.ts'
import { callService } from '#server/nodes/call-service.ts'
import { oneText, textOf } from '#server/nodes/tools/one-text.ts'
import { toToolName } from '#server/nodes/tools/tool-name.ts'

export const arxiv = defineNode({
  name: 'arxiv',
  label: 'arXiv',
  version: 1,
  category: 'Tools',
  description: 'Searches arXiv for papers and returns their abstracts or full texts.',
  icon: 'search',
  // Flowise's classes lack Tool, without which the canvas connects no agent.
  baseClasses: ['Arxiv', 'DynamicStructuredTool', 'StructuredTool', 'Runnable', 'Tool'],

  inputs: {
    arxivName: {
      label: 'Name',
      type: 'string',
      default: 'arxiv_search',
      optional: true,
      additionalParams: true,
    },
    arxivDescription: {
      label: 'Description',
      type: 'string',
      rows: 4,
      default:
        'Finds papers of physics, mathematics, computer science and related fields, by keywords or by arXiv number.',
      optional: true,
      additionalParams: true,
    },
    topKResults: {
      label: 'Top K Results',
      type: 'number',
      default: 3,
      min: 1,
      max: 50,
      optional: true,
      additionalParams: true,
    },
    maxQueryLength: {
      label: 'Max Query Length',
      type: 'number',
      default: 300,
      optional: true,
      additionalParams: true,
    },
    docContentCharsMax: {
      label: 'Max Content Length',
      type: 'number',
      default: 10000,
      optional: true,
      additionalParams: true,
    },
    loadFullContent: {
      label: 'Load Full Content',
      type: 'boolean',
      default: false,
      optional: true,
      additionalParams: true,
    },
    continueOnFailure: {
      label: 'Continue On Failure',
      type: 'boolean',
      default: false,
      optional: true,
      additionalParams: true,
    },
    legacyBuild: {
      label: 'Use Legacy Build',
      type: 'boolean',
      default: false,
      optional: true,
      additionalParams: true,
    },
  },

  build: ({ inputs, ports }) => ({
    name: toToolName(inputs.arxivName ?? 'arxiv_search'),
    description: inputs.arxivDescription ?? '',
    parameters: oneText('Keywords, or the number of a paper'),
    effect: 'read' as const,
    async call(args) {
      const url = addressOf(textOf(args).slice(0, inputs.maxQueryLength ?? 300), inputs.topKResults ?? 3)
      const arxiv = { service: 'arXiv', fetch: ports.fetch }
      const response = await callService(arxiv, url)
      const papers = readPapers(await response.text())
      const fullText = async (link: string) => {
        const pdf = await callService(arxiv, link.replace(/^http:/, 'https:').replace('/abs/', '/pdf/'))
        const pages = await ports.readDocument(new Uint8Array(await pdf.arrayBuffer()), 'pdf')
        return pages.map(({ pageContent }) => pageContent).join('\n')
      }
      const texts = await Promise.all(
        papers.map(async (paper) => {
          const text = inputs.loadFullContent
            ? fullText(paper.link).catch((error: unknown) => (inputs.continueOnFailure ? '' : rethrow(error)))
            : undefined
          return { ...paper, ...(text && { text: await text }) }
        }),
      )
      const text = JSON.stringify(texts).slice(0, inputs.docContentCharsMax ?? 10_000)
      return { text: papers.length > 0 ? text : 'Nothing was found.' }
    },
  }),
})

function rethrow(error: unknown): never {
  throw error
}

function addressOf(query: string, count: number): URL {
  const url = new URL('https://export.arxiv.org/api/query')
  const ids = query.match(/\b(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?\/\d{7})(v\d+)?\b/g)
  url.searchParams.set(
    ids ? 'id_list' : 'search_query',
    ids ? ids.join(',') : `all:${query.replace(/[:"()\s]+/g, ' ').trim()}`,
  )
  url.searchParams.set('max_results', String(count))
  return url
}

function readPapers(atom: string) {
  return [...atom.matchAll(/<entry>([\s\S]*?)<\/entry>/g)].map(([, entry = '']) => ({
    title: textIn(entry, 'title'),
    link: textIn(entry, 'id'),
    published: textIn(entry, 'published').slice(0, 10),
    authors: [...entry.matchAll(/<name>([^<]*)<\/name>/g)].map(([, name = '']) => plain(name)),
    summary: textIn(entry, 'summary'),
  }))
}

function textIn(entry: string, name: string) {
  return plain(new RegExp(`<${name}[^>]*>([\\s\\S]*?)</${name}>`).exec(entry)?.[1] ?? '')
}

function plain(xml: string) {
  const marks: Record<string, string> = {
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&apos;': "'",
    '&amp;': '&',
  }
  return xml
    .replace(/&(?:lt|gt|quot|apos|amp);/g, (mark) => marks[mark] ?? mark)
    .replace(/\s+/g, ' ')
    .trim()
}
