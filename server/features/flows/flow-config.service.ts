import type { z } from 'zod'
import type { Reader, Store, Writer } from '#server/db/store.ts'
import type { Catalogue } from '#server/engine/check-flow.ts'
import type { FlowConfig, FlowSection, FlowSections, saveFlowConfigInput } from '#shared/flow-sections.ts'
import { changeDate } from './change-date.ts'
import { configSections, readStored, type StoredConfig } from './config-sections.ts'
import type { DraftsService } from './drafts.service.ts'
import { type FlowReads, rejectUnknown } from './flow-reads.ts'
import { updateFlow } from './flows.repository.ts'
import type { FlowRow } from './flows.table.ts'
import { openableNodes, readVariables } from './openable-nodes.ts'

type Deps = {
  store: Store
  now: () => Date
  reads: FlowReads
  drafts: Pick<DraftsService, 'contentOf'>
  catalogue: Catalogue
}

type Saved = z.output<typeof saveFlowConfigInput>

/** Settings of a flow, by section. Effective at once and independent of drafts and versions. */
export function createFlowConfigService({ store, now, reads, drafts, catalogue }: Deps) {
  async function get(userId: string, id: string): Promise<FlowConfig> {
    return show(store.db, await reads.getRow(store.db, userId, id))
  }

  const save = (userId: string, input: Saved) => store.transaction((tx) => saveIn(tx, userId, input))

  async function saveIn(tx: Writer, userId: string, { id, section, value }: Saved) {
    const flow = await reads.getRow(tx, userId, id)
    const nodes = openableNodes(await textsOf(tx, flow), catalogue)
    const updated = writeSection(section, value as FlowSections[typeof section], readStored(flow), nodes)
    const columns = Object.entries(updated).map(([column, bag]) => [column, JSON.stringify(bag)])
    const updatedDate = changeDate(now(), flow)
    const changes = { ...Object.fromEntries(columns), updatedDate }
    return show(tx, (await updateFlow(tx, id, changes)) ?? rejectUnknown())
  }

  async function show(db: Reader, flow: FlowRow): Promise<FlowConfig> {
    const texts = await textsOf(db, flow)
    const sections = readSections(readStored(flow))
    const named = sections.overrideConfig.variables
    return {
      id: flow.id,
      sections,
      nodes: openableNodes(texts, catalogue),
      variables: [...new Set([...readVariables(texts), ...named])],
    }
  }

  async function textsOf(db: Reader, flow: FlowRow) {
    const live = (await reads.getLive(db, flow)).flowData
    const draft = await drafts.contentOf(db, flow)
    return live === draft ? [live] : [live, draft]
  }

  const appearanceOf = (flow: FlowRow) => configSections.appearance.read(readStored(flow))

  const startersOf = (flow: FlowRow) => configSections.starterPrompts.read(readStored(flow)).prompts

  const mcpServerOf = (flow: FlowRow) => configSections.mcpServer.read(readStored(flow))

  return { get, save, saveIn, appearanceOf, startersOf, mcpServerOf }
}

export type FlowConfigService = ReturnType<typeof createFlowConfigService>

function readSections(stored: StoredConfig): FlowSections {
  const entries = Object.entries(configSections).map(([section, { read }]) => [section, read(stored)])
  return Object.fromEntries(entries) as FlowSections
}

function writeSection<Section extends FlowSection>(
  section: Section,
  value: FlowSections[Section],
  stored: StoredConfig,
  nodes: FlowConfig['nodes'],
) {
  return configSections[section].write(value, stored, nodes)
}
