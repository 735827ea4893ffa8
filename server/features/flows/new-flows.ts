import type { z } from 'zod'
import type { Store, Writer } from '#server/db/store.ts'
import type { Catalogue } from '#server/engine/check-flow.ts'
import type { NewId } from '#server/ids.ts'
import { readStarters } from '#shared/assistant-starters.ts'
import { parseFlowFile } from '#shared/flow-file.ts'
import type { beginFlowInput } from '#shared/flow-versions.ts'
import type { createFlowInput } from '#shared/flows.ts'
import type { createKeyCheck } from './check-key.ts'
import { configSections, readStored } from './config-sections.ts'
import { findDraft } from './drafts.repository.ts'
import type { Actor, DraftsService } from './drafts.service.ts'
import { drawFlow } from './draw-flow.ts'
import { emptyFlow } from './empty-flow.ts'
import { type ExampleLanguage, examples, makeExampleFlow } from './example-flow.ts'
import type { createFileStore } from './flow-files.ts'
import * as rows from './flows.repository.ts'
import type { FlowRow } from './flows.table.ts'
import { defined, toSaved } from './to-saved.ts'
import type { VersionLog } from './version-log.ts'

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  catalogue: Catalogue
  drafts: Pick<DraftsService, 'place' | 'readHead'>
  log: VersionLog
  fileStore: ReturnType<typeof createFileStore>
  checkKey: ReturnType<typeof createKeyCheck>
}

export function createNewFlows({ store, newId, now, catalogue, drafts, log, fileStore, checkKey }: Deps) {
  /** Live at once, as API clients expect. */
  async function create(
    userId: string,
    { flowData: sent, ...fields }: z.infer<typeof createFlowInput>,
    like?: string,
  ) {
    await checkKey({ userId, apikeyid: fields.apikeyid })
    return withFiles(sent, like, (id, flowData) =>
      store.transaction(async (tx) => {
        const flow = await insertNew(tx, userId, { ...defined(fields), id, flowData }, now())
        return toSaved({ flow, flowData })
      }),
    )
  }

  function start(
    { userId, authorId }: Actor,
    { flowData: sent, name, type, chatbotConfig }: z.output<typeof beginFlowInput>,
    like?: Pick<FlowRow, 'id' | keyof FlowSettings>,
  ) {
    return withFiles(sent, like?.id, (id, flowData) =>
      store.transaction(async (tx) => {
        const named = {
          ...(like && settingsOf(like)),
          ...(chatbotConfig && { chatbotConfig }),
          id,
          name,
          type,
        }
        const flow = await insertNew(tx, userId, { ...named, flowData: emptyFlow }, undefined)
        await drafts.place(tx, flow, { base: 0, flowData, authorId })
        return { ...(await drafts.readHead(tx, flow)), id: flow.id, type: flow.type, flowData }
      }),
    )
  }

  /** Creates a flow with its uploads and the files of the flow it copies: both or none. */
  async function withFiles<Flow>(
    sent: string,
    like: string | undefined,
    insertIt: (id: string, flowData: string) => Promise<Flow>,
  ) {
    const id = newId()
    try {
      if (like !== undefined) {
        await fileStore.copy(like, id, sent)
      }
      return await insertIt(id, await fileStore.storeFiles(id, sent))
    } catch (error) {
      await fileStore.removeAll(id)
      throw error
    }
  }

  type New = Partial<FlowRow> & { id: string; flowData: string }

  async function insertNew(tx: Writer, userId: string, input: New, publishedDate: Date | undefined) {
    const { flowData, id, ...fields } = input
    const date = now()
    const flow = {
      ...unset,
      ...fields,
      id,
      userId,
      versionId: '',
      ...drawFlow(parseFlowFile(flowData)),
      createdDate: date,
      updatedDate: date,
    } as FlowRow
    await rows.insertFlow(tx, flow)
    const first = { flowId: id, liveId: '', flowData, authorId: userId, publishedDate }
    const { id: versionId } = await log.add(tx, { ...first, reason: 'created' })
    await rows.updateFlow(tx, id, { versionId })
    return { ...flow, versionId }
  }

  /**
   * Runs in the caller's transaction, with an id that `taken` has not returned: the user's own removed flow of
   * that id is restored with a new version.
   */
  async function insert(
    tx: Writer,
    userId: string,
    {
      flowData,
      ...flow
    }: Pick<FlowRow, 'id' | 'name' | 'type' | 'thumbnail' | 'nodeCount'> & {
      flowData: string
    },
  ) {
    const date = now()
    const row = {
      ...{ ...unset, ...flow, userId, versionId: '', createdDate: date, updatedDate: date },
      ...(flow.type === 'ASSISTANT' && { chatbotConfig: starterConfigOf(flowData) }),
    }
    if (!(await rows.reviveFlow(tx, userId, row))) {
      await rows.insertFlow(tx, row)
    }
    const version = { flowId: flow.id, liveId: '', flowData, authorId: userId, publishedDate: date }
    const { id: versionId } = await log.add(tx, { ...version, reason: 'created' })
    await rows.updateFlow(tx, flow.id, { versionId })
  }

  /**
   * Begins a flow under the id of the row it belongs to, in the transaction that writes that row. The owner's own
   * removed flow of that id is restored.
   */
  async function beginIn(
    tx: Writer,
    { userId, authorId }: Actor,
    { flowData, ...named }: Pick<FlowRow, 'id' | 'name' | 'type'> & { flowData: string },
  ) {
    const date = now()
    const { id } = named
    const drawn = drawFlow(parseFlowFile(emptyFlow))
    const dates = { createdDate: date, updatedDate: date }
    const row: FlowRow = { ...unset, ...named, ...drawn, ...dates, userId, versionId: '' }
    if (!(await rows.reviveFlow(tx, userId, row))) {
      await rows.insertFlow(tx, row)
    }
    const first = { flowId: id, liveId: '', flowData: emptyFlow, authorId }
    const { id: versionId } = await log.add(tx, { ...first, reason: 'created' })
    await rows.updateFlow(tx, id, { versionId })
    const base = (await findDraft(tx, id))?.revision ?? 0
    const flow = { ...row, versionId }
    await drafts.place(tx, flow, { base, flowData, authorId })
    return drafts.readHead(tx, flow)
  }

  /** The row that stands for a document store, in the transaction that creates the store. */
  function insertKnowledge(tx: Writer, userId: string, named: Pick<FlowRow, 'id' | 'name' | 'description'>) {
    const row = { ...named, type: 'CHATFLOW', purpose: 'knowledge', flowData: emptyFlow } as const
    return insertNew(tx, userId, row, now())
  }

  function createExample(userId: string, language: ExampleLanguage) {
    const flowData = makeExampleFlow(catalogue, language)
    return create(userId, { name: examples[language].name, type: 'CHATFLOW', flowData })
  }

  return { create, start, createExample, insert, beginIn, insertKnowledge }
}

type FlowSettings = ReturnType<typeof settingsOf>

/** Settings a copy inherits. Access is not among them: API key and public access are set again for every flow. */
export function settingsOf(
  flow: Pick<
    FlowRow,
    | 'category'
    | 'description'
    | 'chatbotConfig'
    | 'apiConfig'
    | 'analytic'
    | 'speechToText'
    | 'textToSpeech'
    | 'followUpPrompts'
  >,
) {
  const {
    category,
    description,
    chatbotConfig,
    apiConfig,
    analytic,
    speechToText,
    textToSpeech,
    followUpPrompts,
  } = flow
  return {
    category,
    description,
    chatbotConfig,
    apiConfig,
    analytic,
    speechToText,
    textToSpeech,
    followUpPrompts,
  }
}

/** Starter prompts, which the file of an assistant contains and its visitors read from the configuration. */
function starterConfigOf(flowData: string): string | null {
  const prompts = readStarters(parseFlowFile(flowData))
  const { chatbotConfig } = configSections.starterPrompts.write(
    { prompts: prompts ?? [] },
    readStored(unset),
    [],
  )
  return prompts ? JSON.stringify(chatbotConfig) : null
}

const unset = {
  purpose: 'flow' as const,
  deployed: false,
  isPublic: false,
  apikeyid: null,
  category: null,
  description: null,
  chatbotConfig: null,
  apiConfig: null,
  analytic: null,
  speechToText: null,
  textToSpeech: null,
  followUpPrompts: null,
  removedDate: null,
}
