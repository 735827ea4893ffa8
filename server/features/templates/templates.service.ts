import type { Caller } from '#server/caller.ts'
import type { Store } from '#server/db/store.ts'
import type { Catalogue } from '#server/engine/check-flow.ts'
import type { CredentialsService } from '#server/features/credentials/credentials.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { NewId } from '#server/ids.ts'
import { drawThumbnail } from '#shared/draw-thumbnail.ts'
import { AppError } from '#shared/errors.ts'
import { isNote, parseFlowFile } from '#shared/flow-file.ts'
import type { SaveTemplate, StartersInput, TemplateLanguage } from '#shared/templates.ts'
import { createShippedTemplates, type Shipped } from './shipped-templates.ts'
import { describeSteps, findNeeds, kindsIn, typeOf } from './template-needs.ts'
import { createTemplateParts } from './template-parts.service.ts'
import * as rows from './templates.repository.ts'

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  catalogue: Catalogue
  flows: Pick<FlowsService, 'get'>
  credentials: Pick<CredentialsService, 'list'>
  /** Typical cost of a message in whole micro-USD; null when unknown. */
  costOf: (flowData: string) => Promise<number | null>
  strip: (file: unknown) => unknown
}

const STARTERS = 3

/** Templates of flows and tools: the shipped ones and the user's own. Those of other users do not exist. */
export function createTemplatesService(deps: Deps) {
  const { store, newId, now, catalogue, flows, credentials, strip, costOf } = deps
  const shipped = createShippedTemplates(catalogue)

  async function ownedKinds(caller: Caller) {
    const list = await credentials.list(caller, undefined)
    return new Set(list.map(({ credentialName }) => credentialName))
  }

  /** Small whatever the size of the templates: the shipped ones first, then the user's own, newest first. */
  async function gallery(caller: Caller, language: TemplateLanguage) {
    const owned = await ownedKinds(caller)
    const own = await rows.listCards(store.db, caller.id)
    const cards = shipped.list(language).map((template) => summariseShipped(template, owned))
    return [...(await Promise.all(cards)), ...own.map((row) => summariseOwn(row, owned))]
  }

  /** For a blank canvas: the first few of a type, those without setup first, and the total. */
  async function starters(caller: Caller, { language, type }: StartersInput) {
    const found = (await gallery(caller, language)).filter((template) => template.type === type)
    const lackOf = ({ needs }: (typeof found)[number]) =>
      needs.missing.length * 10 + needs.credentials.filter(({ ready }) => !ready).length
    const templates = found.toSorted((a, b) => lackOf(a) - lackOf(b)).slice(0, STARTERS)
    return { templates, total: found.length }
  }

  async function get(caller: Caller, id: string, language: TemplateLanguage) {
    const owned = await ownedKinds(caller)
    const template = shipped.find(id, language)
    if (template) {
      const { flowData, chatbotConfig } = template
      const steps = describeSteps(parseFlowFile(flowData))
      return { ...(await summariseShipped(template, owned)), flowData, chatbotConfig, tool: null, steps }
    }
    const row = (await rows.findTemplate(store.db, caller.id, id)) ?? rejectUnknown()
    return {
      ...summariseOwn(row, owned),
      flowData: row.flowData,
      chatbotConfig: null,
      tool: row.type === 'Tool' ? toolOf(row) : null,
      steps: row.flowData ? describeSteps(parseFlowFile(row.flowData)) : [],
    }
  }

  async function summariseShipped(template: Shipped, owned: ReadonlySet<string>) {
    const { flowData, kinds, chatbotConfig: _, ...card } = template
    const typicalMicro = await costOf(flowData)
    const needs = findNeeds(kinds, catalogue, owned)
    return { ...card, source: 'shipped' as const, framework: [], needs, typicalMicro, createdDate: null }
  }

  function summariseOwn(row: rows.TemplateCard, owned: ReadonlySet<string>) {
    const { id, name, description, badge, usecases, type, thumbnail, nodeCount, kinds, createdDate } = row
    const card = { id, name, description, badge, usecases, type, thumbnail, nodeCount }
    const needs = findNeeds(kinds, catalogue, owned)
    return { ...card, source: 'own' as const, framework: [], needs, typicalMicro: null, createdDate }
  }

  const community = (language: TemplateLanguage) =>
    shipped.list(language).map(({ id, name, flowData, badge, usecases, type, description }) => ({
      id,
      templateName: name,
      flowData,
      badge,
      framework: [],
      usecases,
      categories: [],
      type,
      description,
    }))

  async function own(userId: string) {
    return (await rows.listTemplates(store.db, userId)).map(toCustomRow)
  }

  /** Throws INVALID_FLOW for an invalid flow file. Secrets are removed. */
  async function save(userId: string, input: SaveTemplate) {
    const row = {
      ...(await contentsOf(userId, input)),
      id: newId(),
      userId,
      createdDate: now(),
      updatedDate: now(),
    }
    return store.transaction(async (tx) => {
      await rows.insertTemplate(tx, row)
      return toCustomRow(row)
    })
  }

  async function contentsOf(userId: string, { name, description, badge, usecases, ...from }: SaveTemplate) {
    const card = { name, description, badge: badge ?? '', usecases }
    if (from.tool) {
      const { color, iconSrc = null, schema = null, func = null } = from.tool
      const empty = { flowData: null, thumbnail: { boxes: [], threads: [] }, nodeCount: 0, kinds: [] }
      return { ...card, ...empty, type: 'Tool' as const, color, iconSrc, schema, func }
    }
    const text = from.flowData ?? (await flows.get(userId, from.chatflowId ?? '')).flowData
    const file = parseFlowFile(JSON.stringify(strip(JSON.parse(textOfFlow(text)))))
    const flow = {
      flowData: JSON.stringify(file),
      thumbnail: drawThumbnail(file),
      nodeCount: file.nodes.filter((node) => !isNote(node)).length,
      kinds: kindsIn(file),
      type: typeOf(file),
    }
    return { ...card, ...flow, color: null, iconSrc: null, schema: null, func: null }
  }

  function remove(userId: string, id: string) {
    return store.transaction(async (tx) => {
      const affected = (await rows.deleteTemplate(tx, userId, id)) || rejectUnknown()
      return { affected, raw: [] as [] }
    })
  }

  const parts = createTemplateParts({ store, newId, now, strip })
  return { gallery, starters, get, community, own, save, remove, parts }
}

function textOfFlow(text: string) {
  parseFlowFile(text)
  return text
}

function toolOf({ color, iconSrc, schema, func }: rows.ToolColumns) {
  return { color: color ?? '', iconSrc, schema, func }
}

function toCustomRow(row: rows.CompleteTemplate) {
  const { id, name, description, badge, usecases, type, flowData, createdDate, updatedDate } = row
  return {
    id,
    name,
    description,
    badge,
    framework: '',
    usecases: usecases.length > 0 ? usecases : ('' as const),
    categories: [],
    type,
    ...(type === 'Tool' ? toolOf(row) : { flowData: flowData ?? '' }),
    createdDate,
    updatedDate,
  }
}

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This template does not exist.')
}

export type TemplatesService = ReturnType<typeof createTemplatesService>
