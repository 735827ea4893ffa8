import type { Caller } from '#server/caller.ts'
import type { Catalogue } from '#server/engine/check-flow.ts'
import type { Credential } from '#server/engine/define-node.ts'
import { yieldEvery } from '#server/engine/pause.ts'
import type { AssistantsService } from '#server/features/assistants/assistants.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { TemplatesService } from '#server/features/templates/templates.service.ts'
import type { ToolsService } from '#server/features/tools/tools.service.ts'
import type { VariablesService } from '#server/features/variables/variables.service.ts'
import { AppError } from '#shared/errors.ts'
import {
  chosenSections,
  EXPORT_FILE,
  type ExportCounts,
  type ExportData,
  type ExportedFlow,
  type ExportedPart,
  type ExportInput,
  type Section,
  sections,
} from '#shared/export-import.ts'
import { mayImport } from './preview.ts'
import { createSanitizers, inOrder } from './sanitize.ts'
import { createStripper } from './strip-secrets.ts'

type Deps = {
  catalogue: Catalogue
  credentialKinds: ReadonlyMap<string, Credential>
  flows: Pick<FlowsService, 'each' | 'weigh'>
  parts: Pick<TemplatesService['parts'], 'each' | 'weigh'>
  tools: Pick<ToolsService, 'all'>
  variables: Pick<VariablesService, 'list'>
  assistants: Pick<AssistantsService, 'list'>
}
type Exporter = Pick<Caller, 'id' | 'role'>

export function createExporter(deps: Deps) {
  const { catalogue, credentialKinds, flows, parts, tools, variables, assistants } = deps
  const sanitizers = createSanitizers(createStripper({ catalogue, credentialKinds }))

  /** Counts of items available for export. Kinds the user may not export count zero. */
  async function counts({ id, role }: Exporter): Promise<ExportCounts> {
    const found: ExportCounts = {
      chatflow: nothing(),
      agentflow: nothing(),
      tool: nothing(),
      variable: nothing(),
      assistant: nothing(),
    }
    for (const { type, ...weight } of await flows.weigh(id)) {
      const section = Object.values(sections).find((facts) => facts.holds === 'flow' && facts.type === type)
      // Counted with the assistants.
      const { count } = type === 'ASSISTANT' ? { count: 0 } : weight
      add(found[section?.kind ?? 'chatflow'], { ...weight, count })
    }
    add(found.chatflow, await parts.weigh(id))
    if (role === 'ADMIN') {
      add(found.tool, weigh((await tools.all(id)).map(sanitizers.sanitizeTool)))
      add(found.variable, weigh((await variables.list()).map(sanitizers.sanitizeVariable)))
      add(found.assistant, weigh((await assistants.list(id)).map(sanitizers.sanitizeAssistant)))
    }
    return found
  }

  /** The same data gives the same bytes. Throws INTERNAL with a message that starts with the failed helper. */
  async function exportData(caller: Exporter, input: ExportInput): Promise<ExportData> {
    const chosen = chosenSections(input).filter((section) => mayImport(caller, section))
    try {
      return {
        AgentFlow: await flowsIn('AgentFlow', caller, chosen),
        AgentFlowV2: await flowsIn('AgentFlowV2', caller, chosen),
        AssistantAzure: await assistantsIn('AssistantAzure', caller, chosen),
        AssistantCustom: await assistantsIn('AssistantCustom', caller, chosen),
        AssistantFlow: await flowsIn('AssistantFlow', caller, chosen),
        AssistantOpenAI: await assistantsIn('AssistantOpenAI', caller, chosen),
        ChatFlow: await flowsIn('ChatFlow', caller, chosen),
        FileDefaultName: EXPORT_FILE,
        TemplatePart: await listOf(chosen.includes('TemplatePart'), () => partsOf(caller)),
        Tool: await listOf(chosen.includes('Tool'), async () =>
          (await tools.all(caller.id)).map(sanitizers.sanitizeTool),
        ),
        Variable: await listOf(chosen.includes('Variable'), async () =>
          (await variables.list()).map(sanitizers.sanitizeVariable),
        ),
      }
    } catch (cause) {
      if (cause instanceof AppError) {
        throw cause
      }
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new AppError('INTERNAL', `exportImport.exportData ${reason}`, { cause })
    }
  }

  async function flowsIn(section: Section, { id }: Exporter, chosen: readonly Section[]) {
    const facts = sections[section]
    const exported: ExportedFlow[] = []
    if (facts.holds === 'flow' && chosen.includes(section)) {
      const pauseIfDue = yieldEvery()
      for await (const flow of flows.each(id, [facts.type])) {
        exported.push(sanitizers.sanitizeChatflow(flow))
        await pauseIfDue()
      }
    }
    return inOrder(exported)
  }

  async function partsOf({ id }: Exporter) {
    const exported: ExportedPart[] = []
    const pauseIfDue = yieldEvery()
    for await (const part of parts.each(id)) {
      exported.push(sanitizers.sanitizePart(part))
      await pauseIfDue()
    }
    return exported
  }

  async function assistantsIn(section: Section, { id }: Exporter, chosen: readonly Section[]) {
    const facts = sections[section]
    return facts.holds === 'assistant' && chosen.includes(section)
      ? inOrder((await assistants.list(id, facts.type)).map(sanitizers.sanitizeAssistant))
      : []
  }

  return { counts, exportData }
}

async function listOf<Item extends { id: string }>(isChosen: boolean, read: () => Promise<Item[]>) {
  return isChosen ? inOrder(await read()) : []
}

type Weight = { count: number; bytes: number }
const nothing = (): Weight => ({ count: 0, bytes: 0 })

function add(sum: Weight, { count, bytes }: Weight) {
  sum.count += count
  sum.bytes += bytes
}

function weigh(items: readonly object[]): Weight {
  return { count: items.length, bytes: items.length > 0 ? Buffer.byteLength(JSON.stringify(items)) : 0 }
}
