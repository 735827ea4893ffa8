import { credentialKinds } from '#server/credentials/catalogue.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import type { FlowFile } from '#shared/flow-file.ts'
import { toRecord } from '#shared/json.ts'

const museum = 'The Museum of Izmir opens at nine. Tickets are three lira. It lies by the sea.'
const fileOf = (name: string, type: string, text: string) =>
  `data:${type};base64,${Buffer.from(text).toString('base64')},filename:${name}`

const openApi = `openapi: 3.0.0
info: { title: Museum, version: '1' }
servers: [{ url: 'https://museum.example/api' }]
paths:
  /hours:
    get:
      operationId: getHours
      summary: When the museum opens
      responses: { '200': { description: The hours } }
`

const chosen: Record<string, Record<string, unknown>> = {
  textFile: { txtFile: fileOf('museum.txt', 'text/plain', museum) },
  faiss: { basePath: 'museum' },
  pineconeLlamaIndex: { pineconeIndex: 'museum' },
  sqlDatabaseChain: { url: 'museum.db' },
  openAPIToolkit: {
    inputType: 'file',
    openApiFile: fileOf('museum.yaml', 'application/yaml', openApi),
    customCode: '',
  },
  customTool: { selectedTool: 'tool' },
  openAIAssistant: { selectedAssistant: 'assistant' },
}

export function choose(flow: FlowFile): FlowFile {
  for (const { data } of flow.nodes) {
    const missing = Object.entries(chosen[data.name] ?? {}).filter(
      ([name]) => !data.inputs[name] || name === 'customCode',
    )
    Object.assign(data.inputs, Object.fromEntries(missing))
    data.credential = catalogue.get(data.name)?.credential ? 'chosen' : data.credential
    chooseInside(data.inputs)
  }
  return flow
}

/** Components that are configured inside a step, also in the rows of its lists. */
function chooseInside(values: Record<string, unknown>) {
  for (const [name, value] of Object.entries(values)) {
    const config = values[`${name}Config`]
    if (typeof value === 'string' && catalogue.has(value)) {
      const credential = catalogue.get(value)?.credential && { FLOWISE_CREDENTIAL_ID: 'chosen' }
      values[`${name}Config`] = { ...toRecord(config), ...chosen[value], ...credential }
    }
    for (const row of Array.isArray(value) ? value : []) {
      chooseInside(toRecord(row))
    }
  }
}

export function credentialOf(kind: string, own: Record<string, unknown>): Record<string, unknown> {
  const inputs = credentialKinds.get(kind)?.inputs ?? {}
  const filled = Object.entries(inputs).flatMap(([name, input]) =>
    input.optional ? [] : [[name, input.type === 'number' ? 1 : 'sandbox-corpus'] as const],
  )
  return { ...Object.fromEntries(filled), ...own }
}
