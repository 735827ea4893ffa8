import { figmaApi } from '#server/credentials/figma-api.credential.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { Document } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { readList } from '#server/nodes/chat-models/read-settings.ts'
import { asList, asObject, type Found } from '#server/nodes/tools/search/search-json.ts'
import { AppError } from '#shared/errors.ts'
import { characterBudget } from './character-budget.ts'
import {
  currentPeriod,
  type LoaderCall,
  type LoaderPorts,
  loaderOutputs,
  makeSource,
  metadata,
  omitMetadataKeys,
  textSplitter,
} from './document-source.ts'
import { requestService } from './request-service.ts'

const api = 'https://api.figma.com/v1'
const timeoutMs = 120_000

type Call = LoaderCall & {
  inputs: { readonly fileKey: string; readonly nodeIds: string | undefined }
  credential: { readonly accessToken: string }
  ports: LoaderPorts
}

export const figma = defineNode({
  name: 'figma',
  label: 'Figma',
  version: 1,
  category: 'Document Loaders',
  description: 'Reads the texts of a Figma file. Each frame becomes a document. Refreshed hourly.',
  icon: 'document',
  baseClasses: ['Document'],
  credential: figmaApi,

  inputs: {
    fileKey: {
      label: 'File Key',
      type: 'string',
      description: 'The key in the URL of the file, or the whole URL.',
      placeholder: 'https://www.figma.com/design/key/title',
    },
    nodeIds: {
      label: 'Node IDs',
      type: 'string',
      description: 'Read only these nodes, comma-separated. Empty: the whole file.',
      placeholder: '0:1, 12:34',
      optional: true,
    },
    recursive: {
      label: 'Recursive',
      type: 'boolean',
      description: 'Legacy setting, no effect.',
      optional: true,
      additionalParams: true,
    },
    textSplitter,
    metadata,
    omitMetadataKeys,
  },

  outputs: loaderOutputs((call: Call) => {
    const file = keyIn(call.inputs.fileKey)
    const ids = readList(call.inputs.nodeIds)?.map((id) => id.replace('-', ':'))
    return makeSource(call, {
      key: JSON.stringify(['figma', file, ids, currentPeriod(1)]),
      load: () => readFile(file, ids, call),
    })
  }),
})

function keyIn(text: string): string {
  const [, key = text.trim()] = /figma\.com\/(?:file|design|board|proto|slides)\/([^/?#]+)/.exec(text) ?? []
  if (!/^\w+$/.test(key)) {
    throw new AppError('INVALID_FLOW', `"${text}" is not the key of a Figma file.`)
  }
  return key
}

async function readFile(
  file: string,
  ids: readonly string[] | undefined,
  { credential, ports, signal }: Call,
): Promise<Document[]> {
  const headers = { 'x-figma-token': credential.accessToken }
  const service = { name: 'Figma', fetch: ports.fetch, headers, signal, timeoutMs }
  const answer = ids
    ? await requestService(service, `${api}/files/${file}/nodes`, { query: { ids: ids.join(',') } })
    : await requestService(service, `${api}/files/${file}`)
  const roots = ids
    ? asList(ids.map((id) => asObject(asObject(answer.nodes)?.[id])?.document ?? null))
    : asList(asObject(answer.document)?.children).flatMap(framesOf)
  const spend = characterBudget()
  return roots.flatMap((root) => {
    const pageContent = textsIn(root).join('\n')
    spend(pageContent)
    return pageContent === '' ? [] : [toDocument(root, pageContent, file, answer.name)]
  })
}

/** A page without frames is read as a whole. */
function framesOf(page: Found): Found[] {
  const frames = asList(page.children)
  return frames.some(({ children }) => children !== undefined) ? frames : [page]
}

/** In the order of the layers. The tree is as deep as Figma allows, so no recursion. */
function textsIn(root: Found): string[] {
  const texts: string[] = []
  const waiting: Found[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'TEXT' && typeof node.characters === 'string' && node.characters.trim() !== '') {
      texts.push(node.characters)
    }
    waiting.push(...asList(node.children).reverse())
  }
  return texts
}

function toDocument(
  { id, name }: Found,
  pageContent: string,
  file: string,
  title: Json | undefined,
): Document {
  const node = String(id ?? '')
  return {
    pageContent,
    metadata: {
      source: `https://www.figma.com/design/${file}?node-id=${node.replace(':', '-')}`,
      ...(typeof title === 'string' && { title }),
      ...(typeof name === 'string' && { name }),
      nodeId: node,
    },
  }
}
