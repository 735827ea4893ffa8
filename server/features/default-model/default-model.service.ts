import type { z } from 'zod'
import type { Caller, RequestOrigin } from '#server/caller.ts'
import type { Store, Writer } from '#server/db/store.ts'
import type { ModelSettings, OpenedDefaultModel, Ports } from '#server/engine/ports.ts'
import type { AuditService } from '#server/features/audit/audit.service.ts'
import type { CredentialsService } from '#server/features/credentials/credentials.service.ts'
import type { UsageService } from '#server/features/usage/usage.service.ts'
import type { NewId } from '#server/ids.ts'
import type {
  ConnectedModels,
  DefaultModel,
  EnvironmentKey,
  LocalService,
  ModelPrice,
  ModelSource,
  setDefaultModelInput,
} from '#shared/default-model.ts'
import { AppError } from '#shared/errors.ts'
import { readCredential } from '#shared/model-credentials.ts'
import * as rows from './default-model.repository.ts'
import { findOffers } from './find-offers.ts'
import { openSource, type Source } from './open-source.ts'

type ModelPorts = Pick<Ports, 'chat' | 'listModels'>

export type DefaultModelDeps = {
  store: Store
  newId: NewId
  now: () => Date
  audit: Pick<AuditService, 'recordIn'>
  credentials: Pick<CredentialsService, 'createIn' | 'openShared' | 'list'>
  prices: UsageService['prices']
  /** Guarded against private addresses. */
  outside: ModelPorts
  /** Reaches the local model servers and nothing else on this machine. */
  local: ModelPorts
  /** `host:port` of each. */
  localAddresses: Readonly<Record<LocalService, string>>
  environment: Readonly<Partial<Record<EnvironmentKey, { apiKey: string; baseUrl?: string | undefined }>>>
  providerAt(address: string): string | undefined
  labelOf(provider: string): string
  isSandboxAddress(address: string | undefined): boolean
  sandbox: boolean
}

/** Enough to reserve for an answer of unknown length. */
const MAX_OUTPUT_TOKENS = 16_384
const demo: ModelSettings = {
  provider: 'flowtill',
  model: 'flowtill-demo',
  apiKey: 'sandbox-flowtill',
  maxOutputTokens: 512,
}

/** The model of flows that name none. Set by ADMINs, resolved with each run. */
export function createDefaultModelService(deps: DefaultModelDeps) {
  const { store, audit, credentials, outside, local, prices } = deps

  /** The stored choice; undefined without one, or when its credential is gone. */
  async function current(): Promise<OpenedDefaultModel | undefined> {
    const row = await store.recall(['default_models'], 'default-model', () => rows.findDefault(store.db))
    if (row?.localService) {
      const source = openSource(deps, { from: 'local', service: row.localService })
      return { settings: { ...source.settings, model: row.model }, chat: local.chat }
    }
    const opened = row?.credentialId ? await credentials.openShared(row.credentialId) : undefined
    const read = opened && readCredential(opened.kind, opened.values)
    if (!(row && read)) {
      return undefined
    }
    const { service, apiKey, baseUrl } = read
    const provider = baseUrl ? (deps.providerAt(baseUrl) ?? 'compatible') : service
    return { settings: { provider, apiKey, baseUrl, model: row.model }, chat: outside.chat }
  }

  /** Throws INVALID_FLOW when no model is available. */
  async function open(): Promise<OpenedDefaultModel> {
    const opened = await current()
    if (!(opened || deps.sandbox)) {
      throw new AppError(
        'INVALID_FLOW',
        'This server has no default model yet. An administrator can connect one under Credentials.',
      )
    }
    return opened ?? { settings: demo, chat: outside.chat }
  }

  async function get(): Promise<DefaultModel> {
    const opened = await current()
    const { provider, model } = opened?.settings ?? demo
    return {
      isDemo: !opened,
      provider,
      providerLabel: deps.labelOf(provider),
      model,
      price: await priceOf(provider, model),
    }
  }

  /** Lists the models of a source with its key. A rejected key throws INVALID_INPUT. */
  async function connect(source: ModelSource): Promise<ConnectedModels> {
    const { settings } = await openAny(source)
    return listFrom(source, settings)
  }

  async function listFrom(source: ModelSource, settings: Source['settings']): Promise<ConnectedModels> {
    const { provider } = settings
    const names = await portsOf(source).listModels(settings).catch(rejectSource)
    if (names.length === 0) {
      throw new AppError('INVALID_INPUT', `${deps.labelOf(provider)} lists no chat models.`)
    }
    const models = await Promise.all(
      names.map(async (name) => ({ name, price: await priceOf(provider, name) })),
    )
    return { provider, models, suggested: suggestModel(provider, models) }
  }

  /** Tests the model with a small question, then stores it. Effective with the next run. */
  async function set(caller: Caller, input: z.output<typeof setDefaultModelInput>, origin: RequestOrigin) {
    const { source, model, price } = input
    const { settings, credential } = await openAny(source)
    const { provider } = settings
    await requirePrice({ provider, model }, price)
    await callModel(portsOf(source).chat, { ...settings, model }).catch(rejectSource)
    await addPrice(caller, { provider, model }, price, origin)
    const id = source.from === 'credential' ? source.id : deps.newId()
    await store.transaction(async (tx) => {
      await rows.saveDefault(tx, {
        model,
        credentialId: source.from === 'local' ? null : id,
        localService: source.from === 'local' ? source.service : null,
        setBy: caller.id,
        updatedDate: deps.now(),
      })
      if (credential) {
        const { kind, name, values } = credential
        const made = { name, credentialName: kind, plainDataObj: values, shared: true }
        await credentials.createIn(tx, caller, made, origin, id)
      }
      await record(tx, 'defaultModel.set', { caller, origin, input: { provider, model } })
    })
    return get()
  }

  function clear(caller: Caller, origin: RequestOrigin) {
    return store
      .transaction(async (tx) => {
        await rows.deleteDefault(tx)
        await record(tx, 'defaultModel.clear', { caller, origin, input: {} })
      })
      .then(get)
  }

  function record(tx: Writer, route: string, act: { caller: Caller; origin: RequestOrigin; input: object }) {
    return audit.recordIn(tx, { route, kind: 'admin', ...act })
  }

  async function openAny(source: ModelSource): Promise<Source> {
    if (source.from !== 'credential') {
      return openSource(deps, source)
    }
    const opened = await credentials.openShared(source.id)
    const read = opened && readCredential(opened.kind, opened.values)
    if (!read) {
      throw new AppError('INVALID_INPUT', 'Choose a shared credential of a service with chat models.')
    }
    const { service, apiKey, baseUrl } = read
    const provider = baseUrl ? (deps.providerAt(baseUrl) ?? 'compatible') : service
    return { settings: { provider, apiKey, baseUrl }, credential: undefined }
  }

  const portsOf = ({ from }: ModelSource) => (from === 'local' ? local : outside)

  async function priceOf(provider: string, model: string): Promise<ModelPrice | null> {
    return (await prices.findText(provider, model)) ?? null
  }

  type Named = { provider: string; model: string }

  async function requirePrice({ provider, model }: Named, price: ModelPrice | undefined) {
    if (!(price || (await priceOf(provider, model)))) {
      throw new AppError(
        'INVALID_INPUT',
        `${model} has no price on this server. Set one here or under Usage & Billing, Prices.`,
        { details: { price: 'missing' } },
      )
    }
  }

  async function addPrice(
    caller: Caller,
    named: Named,
    price: ModelPrice | undefined,
    origin: RequestOrigin,
  ) {
    if (price && !(await priceOf(named.provider, named.model))) {
      const limits = { contextTokens: 0, maxOutputTokens: MAX_OUTPUT_TOKENS, confirmed: false }
      await prices.set(caller, { ...named, ...price, ...limits }, origin)
    }
  }

  return { open, get, connect, set, clear, offers: (caller: Caller) => findOffers(deps, caller) }
}

/** A service's error is reported as INVALID_INPUT, because nothing failed on this server. */
function rejectSource(error: unknown): never {
  throw error instanceof AppError && error.code !== 'INVALID_INPUT'
    ? new AppError('INVALID_INPUT', error.message, { cause: error })
    : error
}

/** A model on this machine may have to be loaded first. */
const TIMEOUT_MS = 120_000

/** Sends a minimal prompt. It is not a run, so nothing is charged. Throws the service's error. */
async function callModel(chat: Ports['chat'], settings: ModelSettings): Promise<void> {
  const request = { messages: [{ role: 'user' as const, content: 'Reply with the word OK.' }] }
  const call = { stream: false, signal: new AbortController().signal }
  const pieces = chat({ ...settings, timeoutMs: TIMEOUT_MS }, request, call)
  let step = await pieces.next()
  while (!step.done) {
    step = await pieces.next()
  }
  if (step.value.text.trim() === '') {
    throw new AppError('INVALID_INPUT', `${settings.model} gave an empty answer. Choose another model.`)
  }
}

/** Good models at a low price, best first. Editions of them match too. */
const preferred: Readonly<Record<string, readonly string[]>> = {
  openai: ['gpt-5.4-mini', 'gpt-5-mini', 'gpt-4.1-mini', 'gpt-4o-mini', 'gpt-5', 'gpt-4o'],
  anthropic: [
    'claude-sonnet-5-5',
    'claude-sonnet-5',
    'claude-sonnet-4-6',
    'claude-sonnet-4-5',
    'claude-haiku-4-5',
  ],
  google: ['gemini-3-flash', 'gemini-2.5-flash', 'gemini-2.0-flash'],
  groq: ['openai/gpt-oss-120b', 'llama-3.3-70b-versatile'],
  mistral: ['mistral-medium-latest', 'mistral-small-latest'],
}

const edition = /^(?:-\d{4}-\d{2}-\d{2}|-\d{8}|-latest|-preview)?$/

type Listed = { name: string; price: unknown }

/** The model preselected among those a service lists: a known good one, else one with a price, else the first. */
function suggestModel(provider: string, models: readonly Listed[]): string | null {
  const target = preferred[provider] ?? []
  const known = target
    .map((name) =>
      models.find((model) => model.name.startsWith(name) && edition.test(model.name.slice(name.length))),
    )
    .find(Boolean)
  return (known ?? models.find(({ price }) => price !== null) ?? models[0])?.name ?? null
}
