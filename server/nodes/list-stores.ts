import type { LoadPorts } from '#server/engine/define-node.ts'

/** The document stores an author can choose from. */
export async function listStores({ ports }: { ports: Pick<LoadPorts, 'listDocumentStores'> }) {
  const stores = (await ports.listDocumentStores?.()) ?? []
  return stores.map(({ id, name, description }) => ({
    label: name,
    name: id,
    description: description ?? '',
  }))
}
