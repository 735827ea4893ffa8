import type { AnyCall, NodeDefinition } from '#server/engine/define-node.ts'
import type { Document, DocumentSource } from '#server/engine/handles.ts'
import type { Ports } from '#server/engine/ports.ts'
import { readInputs } from '#server/engine/read-inputs.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import { aSurrounding } from './node-call.ts'

const keys = {
  notionIntegrationToken: 'token',
  accessToken: 'token',
  username: 'ada',
  password: 'secret',
  serpApiKey: 'token',
  searchApiKey: 'token',
  braveApiKey: 'token',
  spiderApiKey: 'token',
  firecrawlApiKey: 'token',
  apifyApiToken: 'token',
  unstructuredAPIKey: 'token',
  awsKey: 'AKIA',
  awsSecret: 'secret',
  clientId: 'client',
  clientSecret: 'secret',
  refresh_token: 'refresh',
}

/** Loads documents with a node and the stored values of its fields. `more`: values for the credential. */
export function createLoader({
  fetch,
  readDocument,
  fetchAws,
}: Pick<Ports, 'fetch' | 'readDocument' | 'fetchAws'>) {
  return async function load(
    name: string,
    stored: Record<string, unknown>,
    more: object = {},
  ): Promise<Document[]> {
    const { signal, ...around } = aSurrounding({
      fetch,
      readDocument,
      fetchAws: (order) => fetchAws(order, signal),
    })
    const node = catalogue.get(name) as NodeDefinition
    const scope = { node: node.label, turn: around.turn, built: new Map() }
    const inputs = readInputs(node.inputs, stored, scope)
    const call = { ...around, signal, inputs, credential: { ...keys, ...more } } as AnyCall
    const source = (await node.outputs?.document?.build(call)) as DocumentSource
    return source.load()
  }
}
