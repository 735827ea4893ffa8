import type { z } from 'zod'
import type { Store, Writer } from '#server/db/store.ts'
import type { Catalogue } from '#server/engine/check-flow.ts'
import type { CredentialsService } from '#server/features/credentials/credentials.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { ToolsService } from '#server/features/tools/tools.service.ts'
import type { NewId } from '#server/ids.ts'
import { readStarters, withoutStarters } from '#shared/assistant-starters.ts'
import {
  type AssistantDetails,
  type addAssistantInput,
  type continueAssistantInput,
  type createAssistantInput,
  type publishAssistantInput,
  readAssistantDetails,
  type restoreAssistantInput,
  type saveAssistantInput,
  type updateAssistantInput,
} from '#shared/assistants.ts'
import { contains } from '#shared/compare-assistants.ts'
import { AppError } from '#shared/errors.ts'
import { parseFlowFile } from '#shared/flow-file.ts'
import { parseJson, toRecord } from '#shared/json.ts'
import { makeAssistantFlow } from './assistant-flow.ts'
import { findAssistantIssues } from './assistant-issues.ts'
import { updateAssistant } from './assistants.repository.ts'
import type { AssistantsService } from './assistants.service.ts'
import { listComponents } from './components.ts'
import { readAssistantFlow } from './read-assistant-flow.ts'

type Actor = { userId: string; authorId: string }

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  catalogue: Catalogue
  assistants: AssistantsService
  flows: FlowsService
  credentials: Pick<CredentialsService, 'usable'>
  tools: Pick<ToolsService, 'all'>
  listStores(
    userId: string,
  ): Promise<{ id: string; kind: 'store' | 'pool'; name: string; description: string | null }[]>
}

const TYPE = 'ASSISTANT'

/**
 * Custom assistants. Each runs as a flow of type ASSISTANT under its own id, so drafts, versions, predictions,
 * sharing and charges are those of flows. The row stores the form as Flowise clients read it.
 */
export function createCustomAssistants(deps: Deps) {
  const { store, newId, now, catalogue, assistants, flows } = deps

  async function list(userId: string) {
    const stored = await assistants.list(userId, 'CUSTOM')
    const summaries = new Map((await flows.summaries(userId, [TYPE])).map((flow) => [flow.id, flow]))
    return stored
      .map(({ id, details, updatedDate }) => {
        const form = readAssistantDetails(details)
        const flow = summaries.get(id)
        return {
          id,
          name: flow?.name ?? form.name,
          isPublic: flow?.isPublic ?? false,
          draft: flow?.draft ?? ('never' as const),
          messages: flow?.messages ?? 0,
          cost: flow?.cost ?? 0,
          updatedDate: flow?.updatedDate ?? updatedDate,
          instruction: form.instruction.slice(0, 300),
          model: modelOf(form, catalogue),
          sources: form.documentStores.map(({ name }) => name),
          tools: form.tools.map((tool) => tool.label || catalogue.get(tool.name)?.label || tool.name),
        }
      })
      .toSorted((a, b) => b.updatedDate.getTime() - a.updatedDate.getTime())
  }

  async function open(userId: string, id: string) {
    const row = await getCustom(userId, id)
    const stored = readAssistantDetails(row.details)
    const draft = await flows.drafts.open(userId, id).catch(ignoreUnknown)
    const form = (draft && readAssistantFlow(draft.name, draft.flowData)) ?? stored
    const details = await withStarters(userId, id, form)
    return { id, details, head: draft ? { ...draft, issues: await issuesOf(userId, details) } : null }
  }

  async function getCustom(userId: string, id: string) {
    const row = await assistants.get(userId, id)
    return row.type === 'CUSTOM' ? row : assistants.rejectUnknown()
  }

  /** From the screens: a name is enough. */
  function add(actor: Actor, { name, details }: z.output<typeof addAssistantInput>) {
    const form = { ...(details ?? readAssistantDetails('{}')), name }
    return insert(actor, { details: JSON.stringify(form), credential: '', iconSrc: null }, form)
  }

  /** From Flowise clients. A complete assistant answers at once. */
  function create(actor: Actor, { type, ...input }: z.output<typeof createAssistantInput>) {
    return type === 'CUSTOM'
      ? insert(actor, input, readAssistantDetails(input.details))
      : assistants.create(actor.userId, { ...input, type })
  }

  async function insert(
    actor: Actor,
    input: Omit<z.output<typeof createAssistantInput>, 'type'>,
    form: AssistantDetails,
  ) {
    const id = newId()
    const flowData = await flowDataOf(id, form)
    return store.transaction(async (tx) => {
      const row = await assistants.insert(tx, actor.userId, { ...input, id, type: 'CUSTOM' })
      await write(tx, actor, { id, flowData, form, keepsOther: false })
      return row
    })
  }

  async function update(actor: Actor, input: z.output<typeof updateAssistantInput>) {
    const { type } = await assistants.get(actor.userId, input.id)
    if (type !== 'CUSTOM' || input.details === undefined) {
      return assistants.update(actor.userId, input)
    }
    const { id, ...changes } = input
    const form = await withStarters(actor.userId, id, readAssistantDetails(input.details))
    const flowData = await flowDataOf(id, form)
    return store.transaction(async (tx) => {
      await write(tx, actor, { id, flowData, form, keepsOther: true })
      const date = { updatedDate: now() }
      return (
        (await updateAssistant(tx, actor.userId, id, { ...changes, ...date })) ?? assistants.rejectUnknown()
      )
    })
  }

  type Write = { id: string; flowData: string; form: AssistantDetails; keepsOther: boolean }

  /** Live at once when complete, as API clients expect; otherwise a draft. */
  async function write(tx: Writer, actor: Actor, { id, flowData, form, keepsOther }: Write) {
    const { name } = form
    const head = await flows.saveOwned(tx, actor, { id, type: TYPE, name, flowData, keepsOther })
    if (form.chatModel && form.instruction.trim()) {
      await flows.publishOwned(tx, actor, { id, name, flowData, base: head.revision })
      await showStarters(tx, actor.userId, id, form)
    }
  }

  async function saveDraft(
    actor: Actor,
    { id, base, details, keepsOther }: z.output<typeof saveAssistantInput>,
  ) {
    await getCustom(actor.userId, id)
    const flowData = await flowDataOf(id, await withStarters(actor.userId, id, details))
    const head = await store.transaction(async (tx) => {
      const saved = await flows.saveOwned(tx, actor, {
        ...{ id, type: TYPE, name: details.name, flowData },
        ...{ base, keepsOther },
      })
      await storeForm(tx, actor.userId, id, details)
      return saved
    })
    return { ...head, issues: await issuesOf(actor.userId, details) }
  }

  async function publish(actor: Actor, { id, base, details }: z.output<typeof publishAssistantInput>) {
    await getCustom(actor.userId, id)
    const issues = await issuesOf(actor.userId, details)
    if (issues[0]) {
      throw new AppError('INVALID_FLOW', `${issues[0].label}: ${issues[0].text}`)
    }
    const form = await withStarters(actor.userId, id, details)
    const flowData = await flowDataOf(id, form)
    const head = await store.transaction(async (tx) => {
      await storeForm(tx, actor.userId, id, form)
      const published = await flows.publishOwned(tx, actor, { id, base, flowData, name: form.name })
      await showStarters(tx, actor.userId, id, form)
      return published
    })
    return { ...head, issues }
  }

  /**
   * For an import, after the flow is written. A file of Flowtill has the form as edited and the flow as published: the
   * form becomes the draft. Flowise has no drafts.
   */
  async function placeForm(
    tx: Writer,
    actor: Actor,
    imported: { id: string; details: string; flowData: string },
  ) {
    const { id, details } = imported
    const form = readAssistantDetails(details)
    const live = readAssistantFlow(form.name, imported.flowData)
    const isOurs = Object.hasOwn(toRecord(parseJson(details)), 'memory')
    if (isOurs && live && !contains(live, form)) {
      const { flowData } = makeAssistantFlow(form, catalogue)
      await flows.saveOwned(tx, actor, { id, type: TYPE, name: form.name, flowData, keepsOther: false })
    }
  }

  /** Puts a version into the draft, which stays as a version. */
  async function restore(actor: Actor, { id, versionId, base }: z.output<typeof restoreAssistantInput>) {
    const { userId } = actor
    await getCustom(userId, id)
    const { flowData } = await flows.drafts.open(userId, id)
    await store.transaction(async (tx) => {
      const restored = await flows.restoreOwned(tx, actor, { id, versionId, base, flowData })
      const form = readAssistantFlow(restored.name, restored.flowData)
      if (form) {
        await storeForm(tx, userId, id, form)
      }
    })
    return open(userId, id)
  }

  /**
   * The configuration may have got other starter prompts since the live version was published, from its dialog or from
   * a Flowise client. A form that did not change them since then has those of the configuration.
   */
  async function withStarters(userId: string, id: string, form: AssistantDetails): Promise<AssistantDetails> {
    const flow = await flows.findOwn(userId, id).catch(ignoreUnknown)
    if (!flow) {
      return form
    }
    const { flowData } = await flows.versions.get(userId, id, flow.versionId)
    const live = readStarters(parseFlowFile(flowData)) ?? []
    const isUnchanged = form.starterPrompts === null || isSame(form.starterPrompts, live)
    return isUnchanged ? { ...form, starterPrompts: flows.config.startersOf(flow) } : form
  }

  /** Visitors see them from now on. */
  async function showStarters(tx: Writer, userId: string, id: string, { starterPrompts }: AssistantDetails) {
    const value = { prompts: starterPrompts ?? [] }
    await flows.config.saveIn(tx, userId, { id, section: 'starterPrompts', value })
  }

  async function storeForm(tx: Writer, userId: string, id: string, details: AssistantDetails) {
    await updateAssistant(tx, userId, id, { details: JSON.stringify(details), updatedDate: now() })
  }

  /** The assistant with its flow, messages and files. */
  async function remove(userId: string, id: string) {
    const result = await store.transaction(async (tx) => {
      const removed = await assistants.removeIn(tx, userId, id)
      if (await flows.hasOwn(tx, userId, id)) {
        await flows.removeIn(tx, userId, id)
      }
      return removed
    })
    await flows.removeFiles(id)
    return result
  }

  /** Null until its flow is written for the first time. */
  async function losses(userId: string, id: string) {
    await getCustom(userId, id)
    return (await flows.losses(userId, id).catch(ignoreUnknown)) ?? null
  }

  /** A chat flow of its own with the graph of the draft; later changes of the assistant do not reach it. */
  async function continueAsFlow(actor: Actor, { id, name }: z.output<typeof continueAssistantInput>) {
    await getCustom(actor.userId, id)
    const { details } = await open(actor.userId, id)
    const draft = await flows.drafts.open(actor.userId, id)
    const flowData = JSON.stringify(withoutStarters(parseFlowFile(draft.flowData)))
    const flow = await flows.find(id)
    const { id: flowId } = await flows.start(actor, { name, type: 'CHATFLOW', flowData }, flow)
    await store.transaction((tx) => showStarters(tx, actor.userId, flowId, details))
    return { id: flowId }
  }

  const flowDataOf = (id: string, details: AssistantDetails) =>
    flows.keepFiles(id, makeAssistantFlow(details, catalogue).flowData)

  async function issuesOf(userId: string, details: AssistantDetails) {
    const parts = [details.chatModel ?? [], details.tools].flat()
    const ids = parts.flatMap(({ credential }) => credential ?? [])
    const [credentials, stores, tools] = await Promise.all([
      deps.credentials.usable(userId, [...new Set(ids)]),
      deps.listStores(userId),
      deps.tools.all(userId),
    ])
    return findAssistantIssues(details, catalogue, {
      credentials,
      stores: new Set(stores.map(({ id }) => id)),
      tools: new Set(tools.map(({ id }) => id)),
    })
  }

  const stores = async (userId: string) =>
    (await deps.listStores(userId)).map(({ id, name, description, kind }) => ({
      name: id,
      label: name,
      description: description ?? '',
      kind,
    }))

  const components = listComponents(catalogue)

  return {
    list,
    open,
    add,
    create,
    update,
    saveDraft,
    publish,
    restore,
    placeForm,
    remove,
    losses,
    continueAsFlow,
    components,
    stores,
  }
}

export type CustomAssistants = ReturnType<typeof createCustomAssistants>

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((prompt, place) => prompt === other[place])

function modelOf({ chatModel }: AssistantDetails, catalogue: Catalogue): string {
  if (!chatModel) {
    return ''
  }
  const { modelName, customModelName } = chatModel.inputs
  const named = [customModelName, modelName].find((each) => typeof each === 'string' && each !== '')
  return typeof named === 'string' ? named : (catalogue.get(chatModel.name)?.label ?? chatModel.name)
}

function ignoreUnknown(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'NOT_FOUND')) {
    throw error
  }
}
