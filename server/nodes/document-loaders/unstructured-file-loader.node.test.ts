import { expect, test } from 'vitest'
import type { AnyCall, NodeDefinition } from '#server/engine/define-node.ts'
import type { DocumentSource } from '#server/engine/handles.ts'
import { readInputs } from '#server/engine/read-inputs.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { aSurrounding } from '#server/testing/node-call.ts'
import { listen } from '#server/testing/tiny-server.ts'
import { openLibrary } from '#server/upstream/vector-stores/testing/open-library.ts'

const elements = [
  { type: 'Title', text: 'Hours', metadata: { page_number: 1, filename: 'scan.png' } },
  { type: 'NarrativeText', text: 'Open at ten.', metadata: { page_number: 2 } },
  { type: 'PageBreak', text: '' },
]

test('sends each file as a form and reads its elements with page and heading', async () => {
  const { forms, load } = await aServer(200, JSON.stringify(elements))

  const documents = await load({ strategy: 'hi_res', ocrLanguages: '["tur","eng"]', maxCharacters: '900' })

  expect(documents).toEqual([
    {
      pageContent: 'Hours',
      metadata: {
        source: 'scan.png',
        page_number: 1,
        filename: 'scan.png',
        category: 'Title',
        loc: { pageNumber: 1 },
        heading: 'Hours',
      },
    },
    {
      pageContent: 'Open at ten.',
      metadata: {
        source: 'scan.png',
        page_number: 2,
        category: 'NarrativeText',
        loc: { pageNumber: 2 },
        heading: 'Hours',
      },
    },
  ])
  const [form] = forms
  expect(form?.headers['unstructured-api-key']).toBe('secret-key')
  const sent = form?.entries ?? []
  expect(sent.filter(([name]) => name !== 'files')).toEqual([
    ['strategy', 'hi_res'],
    ['encoding', 'utf-8'],
    ['hi_res_model_name', 'detectron2_onnx'],
    ['chunking_strategy', 'by_title'],
    ['coordinates', 'false'],
    ['max_characters', '900'],
    ['languages', 'tur'],
    ['languages', 'eng'],
  ])
  expect(sent.find(([name]) => name === 'files')?.[1]).toBe('scan.png: picture')
})

test('an error of the server is reported without the key', async () => {
  const { load } = await aServer(422, JSON.stringify({ detail: 'File type not supported, secret-key' }))

  await expect(load({})).rejects.toThrow('Unstructured answered 422: File type not supported, …')
})

test('an address that is none is rejected', async () => {
  const { load } = await aServer(200, '[]')

  await expect(load({ unstructuredAPIUrl: 'file:///etc/passwd' })).rejects.toThrow(
    'is not the address of an Unstructured server',
  )
})

type Received = { headers: NodeJS.Dict<string | string[]>; entries: [string, string][] }

async function aServer(status: number, answer: string) {
  const forms: Received[] = []
  const { origin } = await listen(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) {
      chunks.push(chunk as Buffer)
    }
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    const form = await new Response(Buffer.concat(chunks), { headers }).formData()
    const entries = await Promise.all(
      [...form].map(
        async ([name, value]): Promise<[string, string]> => [
          name,
          typeof value === 'string' ? value : `${value.name}: ${await value.text()}`,
        ],
      ),
    )
    forms.push({ headers: request.headers, entries })
    response.writeHead(status, { 'content-type': 'application/json' }).end(answer)
  })
  const { fetch, files, world } = await openLibrary({ 'api.unstructuredapp.io': origin })
  await files.put('flow', 'scan.png', Buffer.from('picture'))

  async function load(stored: Record<string, unknown>) {
    const node = catalogue.get('unstructuredFileLoader') as NodeDefinition
    const around = aSurrounding({ openFile: world.openFile, fetch }, 'Loader')
    const scope = { node: node.label, turn: around.turn, built: new Map() }
    const inputs = readInputs(node.inputs, { fileObject: ['scan.png'], ...stored }, scope)
    const call = { ...around, inputs, credential: { unstructuredAPIKey: 'secret-key' } } as AnyCall
    const source = (await node.outputs?.document?.build(call)) as DocumentSource
    return source.load()
  }
  return { forms, load }
}
