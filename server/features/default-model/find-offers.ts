import type { Caller } from '#server/caller.ts'
import { environmentKeys, type LocalService, localServices, type ModelOffers } from '#shared/default-model.ts'
import { chatCredentialKinds, readCredential, serviceOfKey } from '#shared/model-credentials.ts'
import type { DefaultModelDeps } from './default-model.service.ts'
import { localSettings } from './open-source.ts'

const PROBE_TIMEOUT_MS = 1_500
const notForChat = /embed|rerank|whisper/i

type Deps = Pick<
  DefaultModelDeps,
  'local' | 'localAddresses' | 'environment' | 'credentials' | 'isSandboxAddress'
>

/** Sources an ADMIN can use without entering a key: local servers, keys in the environment, shared credentials. */
export async function findOffers(deps: Deps, caller: Caller): Promise<ModelOffers> {
  const [found, credentials] = await Promise.all([
    Promise.all(localServices.map((service) => probe(deps, service))),
    listCredentials(deps, caller),
  ])
  const environment = environmentKeys.flatMap((name) => {
    const known = deps.environment[name]
    return known ? [{ name, service: serviceOfKey[name], baseUrl: known.baseUrl ?? null }] : []
  })
  return { local: found.flat(), environment, credentials }
}

async function probe(deps: Deps, service: LocalService) {
  const settings = { ...localSettings(deps, service), timeoutMs: PROBE_TIMEOUT_MS }
  const names = await deps.local.listModels(settings).catch(() => [])
  const models = names.filter((name) => !notForChat.test(name))
  return models.length > 0 ? [{ service, address: deps.localAddresses[service], models }] : []
}

async function listCredentials({ credentials, isSandboxAddress }: Deps, caller: Caller) {
  const shared = (await credentials.list(caller, chatCredentialKinds)).filter((row) => row.shared)
  const opened = await Promise.all(
    shared.map(async ({ id, name }) => {
      const found = await credentials.openShared(id)
      const read = found && readCredential(found.kind, found.values)
      return read && !isSandboxAddress(read.baseUrl) ? [{ id, name, service: read.service }] : []
    }),
  )
  return opened.flat()
}
