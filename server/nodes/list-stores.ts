import type { LoadPorts } from '#server/engine/define-node.ts'

type Call = { ports: Pick<LoadPorts, 'listDocumentStores'> }

/** The document stores an author can choose from. */
export const listStores = (call: Call) => list(call, 'store')

/** The document pools an author can choose from. */
export const listPools = (call: Call) => list(call, 'pool')

async function list({ ports }: Call, kind: 'store' | 'pool') {
  const all = (await ports.listDocumentStores?.()) ?? []
  return all
    .filter((each) => each.kind === kind)
    .map(({ id, name, description }) => ({ label: name, name: id, description: description ?? '' }))
}
