import { z } from 'zod'
import type { AssistantType } from './assistants.ts'
import type { FlowType } from './flows.ts'

export const transferKinds = ['chatflow', 'agentflow', 'tool', 'variable', 'assistant'] as const
export type TransferKind = (typeof transferKinds)[number]

type Holds =
  | { holds: 'flow'; type: FlowType }
  | { holds: 'assistant'; type: AssistantType }
  | { holds: 'part' | 'tool' | 'variable' }
type SectionFacts = Holds & {
  kind: TransferKind
  /** The flag of this array, as named by Flowise; without it the flag of the kind applies. */
  flag: string
  word: string
}

/** Known arrays of Flowise's ExportData.json, and one of our own. */
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
  // Parts are exported with the flows: the dialog has only the five checkboxes of the product specification.
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

/** Any user may export flows and parts; tools, variables and assistants are managed by ADMINs. */
export const isAdminSection = (section: Section) => !['flow', 'part'].includes(sections[section].holds)

export const EXPORT_FILE = 'ExportData.json'

const flag = z.boolean().optional()
/** The five kinds of the product specification, and Flowise's flags for subsets. Unsupported flags are ignored. */
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

/** A flag of a section overrides the flag of its kind. */
export function chosenSections(input: ExportInput): Section[] {
  const flags = input as Record<string, boolean | undefined>
  return sectionNames.filter((name) => flags[sections[name].flag] ?? flags[sections[name].kind] ?? false)
}

// Sorted alphabetically like the file, because a response's keys follow its schema.
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

/** Every array is present, even if empty: Flowise clients iterate over all of them. */
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

/** The file without empty arrays and without its own name. Throws with the prefix `exportImport.stringify`. */
export function stringifyExport({ FileDefaultName: _, ...arrays }: ExportData): string {
  try {
    const nonEmpty = Object.entries(arrays).filter(([, items]) => items.length > 0)
    return `${JSON.stringify(Object.fromEntries(nonEmpty), null, 2)}\n`
  } catch (cause) {
    throw new Error(`exportImport.stringify ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

const count = z.int()
/** Exportable items by kind; `bytes` before anything is left out. */
export const exportCountsSchema = z.record(z.enum(transferKinds), z.object({ count, bytes: count }))
export type ExportCounts = z.infer<typeof exportCountsSchema>

const importKindSchema = z.object({
  total: count,
  new: count,
  /** The id is taken here: the item and all references to it get a new one. */
  sameId: count,
  /** The name exists here. Flows are then imported beside the existing ones. */
  sameName: count,
  /** Variables that already exist here and stay unchanged. */
  kept: count,
  /** Prevents the import of the kind. */
  refusedCount: count,
  refused: z.array(z.object({ item: z.string(), reason: z.string() })),
  isAllowed: z.boolean(),
})
export type ImportKind = z.infer<typeof importKindSchema>

export const importPreviewSchema = z.object({
  kinds: z.partialRecord(z.enum(transferKinds), importKindSchema),
  unknown: z.array(z.object({ key: z.string(), count })),
})
export type ImportPreview = z.infer<typeof importPreviewSchema>

export const importResultSchema = z.object({
  message: z.literal('success'),
  imported: z.partialRecord(z.enum(transferKinds), count),
})
export type ImportResult = z.infer<typeof importResultSchema>
