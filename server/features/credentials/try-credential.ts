import type { NodeDefinition } from '#server/engine/define-node.ts'
import type { Ports } from '#server/engine/ports.ts'
import type { CredentialTest } from '#shared/credentials.ts'
import { AppError } from '#shared/errors.ts'

type Outside = {
  catalogue: ReadonlyMap<string, NodeDefinition>
  ports: Pick<Ports, 'listModels'>
}

/** Requests the service's models as a node would. A rejection is returned, never thrown. */
export async function tryCredential(
  { catalogue, ports }: Outside,
  kind: string,
  credential: Record<string, unknown>,
): Promise<CredentialTest> {
  const load = [...catalogue.values()].find((node) => node.credential?.name === kind && node.loadMethods)
    ?.loadMethods?.listModels
  // Some nodes have a fixed model list: the service was never called then, so the key remains unverified.
  let models = 0
  const listModels: Ports['listModels'] = async (settings) => {
    const names = await ports.listModels(settings)
    models = names.length
    return names
  }
  try {
    await load?.({ credential, inputs: {}, ports: { listModels } })
  } catch (error) {
    if (error instanceof AppError) {
      return { outcome: 'refused', code: error.code, message: error.message }
    }
    throw error
  }
  return models > 0 ? { outcome: 'works', models } : { outcome: 'unknown' }
}
