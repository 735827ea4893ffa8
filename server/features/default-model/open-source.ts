import type { ModelSettings } from '#server/engine/ports.ts'
import type { LocalService, ModelSource } from '#shared/default-model.ts'
import { AppError } from '#shared/errors.ts'
import { serviceOfKey, toCredential } from '#shared/model-credentials.ts'
import type { DefaultModelDeps } from './default-model.service.ts'

type Deps = Pick<DefaultModelDeps, 'localAddresses' | 'environment' | 'providerAt'>

export type Source = {
  settings: Omit<ModelSettings, 'model'>
  credential: ReturnType<typeof toCredential> | undefined
}

export function openSource(deps: Deps, source: Exclude<ModelSource, { from: 'credential' }>): Source {
  if (source.from === 'local') {
    return { settings: localSettings(deps, source.service), credential: undefined }
  }
  return source.from === 'key' ? openKey(deps, source) : openEnvironment(deps, source.name)
}

export function localSettings({ localAddresses }: Pick<Deps, 'localAddresses'>, service: LocalService) {
  const address = `http://${localAddresses[service]}`
  return { provider: service, baseUrl: service === 'ollama' ? address : `${address}/v1` }
}

type Key = Pick<Extract<ModelSource, { from: 'key' }>, 'service' | 'apiKey' | 'baseUrl'>

function openKey({ providerAt }: Deps, { service, apiKey, baseUrl }: Key): Source {
  const credential = toCredential(service, apiKey, baseUrl)
  const address = credential.values.basePath
  const provider = address ? (providerAt(address) ?? 'compatible') : service
  return { settings: { provider, apiKey, baseUrl: address }, credential }
}

function openEnvironment(deps: Deps, name: keyof typeof serviceOfKey): Source {
  const found = deps.environment[name]
  if (!found) {
    throw new AppError('INVALID_INPUT', `${name} is not set on this server.`)
  }
  const opened = openKey(deps, { service: serviceOfKey[name], ...found })
  return {
    ...opened,
    credential: opened.credential && { ...opened.credential, name: `${opened.credential.name} · ${name}` },
  }
}
