import { z } from 'zod'
import type { AssistantType } from './assistants.ts'
import type { FlowType } from './flows.ts'

/** The five boxes of the export dialog, in its order (specification §2). */
export const transferKinds = ['chatflow', 'agentflow', 'tool', 'variable', 'assistant'] as const
export type TransferKind = (typeof transferKinds)[number]

type Holds =
  | { holds: 'flow'; type: FlowType }
  | { holds: 'assistant'; type: AssistantType }
  | { holds: 'part' | 'tool' | 'variable' }
type SectionFacts = Holds & {
  kind: TransferKind
  /** The flag that chooses this array alone, as Flowise names it; without it the kind's own flag does. */
  flag: string
  /** What a message calls one of its items. */
  word: string
}

/** The arrays of Flowise's ExportData.json that we know (facts/rest-table.md R14), and one of our own. */
export const sections = {
  ChatFlow: { kind: 'chatflow', flag: 'chatflow', holds: 'flow', type: 'CHATFLOW', word: 'Chatflow' },
  AgentFlow: { kind: 'agentflow', flag: 'agentflow', holds: 'flow', type: 'MULTIAGENT', word: 'Agentflow' },
  AgentFlowV2: {
    kind: 'agentflow',
    flag: 'agentflowv2',
    holds: 'flow',
    type: 'AGENTFLOW',
    word: 'Agentflow',
  },
  // Pieces of flows go with the flows: the dialog has the specification's five boxes.
  TemplatePart: { kind: 'chatflow', flag: 'templatePart', holds: 'part', word: 'Part' },
  Tool: { kind: 'tool', flag: 'tool', holds: 'tool', word: 'Tool' },
  Variable: { kind: 'variable', flag: 'variable', holds: 'variable', word: 'Variable' },
  AssistantCustom: {
    kind: 'assistant',
    flag: 'assistantCustom',
    holds: 'assistant',
    type: 'CUSTOM',
    word: 'Assistant',
  },
  AssistantOpenAI: {
    kind: 'assistant',
    flag: 'assistantOpenAI',
    holds: 'assistant',
    type: 'OPENAI',
    word: 'Assistant',
  },
  AssistantAzure: {
    kind: 'assistant',
    flag: 'assistantAzure',
    holds: 'assistant',
    type: 'AZURE',
    word: 'Assistant',
  },
  // The flow that stands behind a custom assistant.
  AssistantFlow: {
    kind: 'assistant',
    flag: 'assistantCustom',
    holds: 'flow',
    type: 'ASSISTANT',
    word: "Assistant's flow",
  },
} as const satisfies Record<string, SectionFacts>
export type Section = keyof typeof sections
export const sectionNames = Object.keys(sections) as Section[]

/** Flows and pieces of them are everybody's; tools, variables and assistants are managed by ADMINs (product.md §3). */
export const isAdminSection = (section: Section) => !['flow', 'part'].includes(sections[section].holds)

export const EXPORT_FILE = 'ExportData.json'

/** A file of Flowise may be this large; so may ours. */
export const MAX_IMPORT_BYTES = 50 * 1024 * 1024

const flag = z.boolean().optional()
/** The specification's five, and Flowise's names for parts of them. Flags of what we do not have are ignored. */
export const exportInput = z.object({
  chatflow: flag,
  agentflow: flag,
  agentflowv2: flag,
  tool: flag,
  variable: flag,
  assistant: flag,
  assistantCustom: flag,
  assistantOpenAI: flag,
  assistantAzure: flag,
  templatePart: flag,
})
export type ExportInput = z.infer<typeof exportInput>

/** A part that is named is as it is named; one that is not follows its kind. */
export function chosenSections(input: ExportInput): Section[] {
  const flags = input as Record<string, boolean | undefined>
  return sectionNames.filter((name) => flags[sections[name].flag] ?? flags[sections[name].kind] ?? false)
}

// In the order of their letters, as in the file: an answer has its keys in the order of its schema.
const exportedFlow = z.object({ flowData: z.string(), id: z.string(), name: z.string(), type: z.string() })
const exportedAssistant = z.object({
  credential: z.string(),
  details: z.string(),
  iconSrc: z.string().nullable(),
  id: z.string(),
})
const exportedTool = z.object({
  color: z.string(),
  description: z.string(),
  func: z.string().nullable(),
  iconSrc: z.string().nullable(),
  id: z.string(),
  name: z.string(),
  schema: z.string().nullable(),
})
const exportedVariable = z.object({ id: z.string(), name: z.string(), type: z.string(), value: z.string() })
const exportedPart = z.object({
  description: z.string(),
  flowData: z.string(),
  id: z.string(),
  name: z.string(),
})
export type ExportedPart = z.infer<typeof exportedPart>
export type ExportedFlow = z.infer<typeof exportedFlow>
export type ExportedAssistant = z.infer<typeof exportedAssistant>
export type ExportedTool = z.infer<typeof exportedTool>
export type ExportedVariable = z.infer<typeof exportedVariable>

/** Every array is there, empty when it was not asked for: clients of Flowise walk them all. */
export const exportSchema = z.object({
  AgentFlow: z.array(exportedFlow),
  AgentFlowV2: z.array(exportedFlow),
  AssistantAzure: z.array(exportedAssistant),
  AssistantCustom: z.array(exportedAssistant),
  AssistantFlow: z.array(exportedFlow),
  AssistantOpenAI: z.array(exportedAssistant),
  ChatFlow: z.array(exportedFlow),
  FileDefaultName: z.string(),
  TemplatePart: z.array(exportedPart),
  Tool: z.array(exportedTool),
  Variable: z.array(exportedVariable),
})
export type ExportData = z.infer<typeof exportSchema>

/** The file: what there is, without the file's own name. Throws with `exportImport.stringify` before what went wrong. */
export function stringifyExport({ FileDefaultName: _, ...arrays }: ExportData): string {
  try {
    const filled = Object.entries(arrays).filter(([, items]) => items.length > 0)
    return `${JSON.stringify(Object.fromEntries(filled), null, 2)}\n`
  } catch (cause) {
    throw new Error(`exportImport.stringify ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

const count = z.int()
/** How much of each kind there is to export; `bytes` before anything is left out. */
export const exportCountsSchema = z.record(z.enum(transferKinds), z.object({ count, bytes: count }))
export type ExportCounts = z.infer<typeof exportCountsSchema>

export const importKindSchema = z.object({
  total: count,
  /** Neither the id nor the name is known here. */
  new: count,
  /** The id is taken here: the item gets a new one, and so does everything that names it. */
  sameId: count,
  /** Something of the same name is here. Flows then stand side by side. */
  sameName: count,
  /** Variables that are here already: they stay as they are. */
  kept: count,
  /** Keeps the kind from being imported. */
  refusedCount: count,
  /** The first of them. */
  refused: z.array(z.object({ item: z.string(), reason: z.string() })),
  /** Whether the caller may have things of this kind. */
  isAllowed: z.boolean(),
})
export type ImportKind = z.infer<typeof importKindSchema>

export const importPreviewSchema = z.object({
  /** Kinds of which the file holds nothing are absent. */
  kinds: z.partialRecord(z.enum(transferKinds), importKindSchema),
  /** What the file holds beside them, which stays in the file. */
  unknown: z.array(z.object({ key: z.string(), count })),
})
export type ImportPreview = z.infer<typeof importPreviewSchema>

export const importResultSchema = z.object({
  message: z.literal('success'),
  imported: z.partialRecord(z.enum(transferKinds), count),
})
export type ImportResult = z.infer<typeof importResultSchema>
