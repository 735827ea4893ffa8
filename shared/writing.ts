import { z } from 'zod'
import { chatKey } from './conversations.ts'
import { type FollowUpProvider, followUpNames, followUpProviders } from './flow-providers.ts'

/** Maximum length of a task or a description, in characters. */
export const MAX_REQUEST_LENGTH = 4_000

export const modelChoiceSchema = z.object({
  provider: z.enum(followUpNames),
  /** Empty when none is required. */
  credentialId: z.string().max(100),
  modelName: z.string().trim().min(1, 'Choose a model').max(200),
  /** For a provider whose URL is not known. */
  baseUrl: z.string().trim().max(500),
})
export type ModelChoice = z.infer<typeof modelChoiceSchema>

export const noModelChosen: ModelChoice = {
  provider: 'chatOpenAI',
  credentialId: '',
  modelName: '',
  baseUrl: '',
}

export function missingFieldOf({
  provider,
  credentialId,
  modelName,
}: ModelChoice): 'credentialId' | 'modelName' | undefined {
  if (needsCredential(provider) && credentialId === '') {
    return 'credentialId'
  }
  return modelName.trim() === '' ? 'modelName' : undefined
}

function needsCredential(provider: FollowUpProvider): boolean {
  return followUpProviders[provider].needsCredential
}

const completeModelChoice = modelChoiceSchema.refine((choice) => missingFieldOf(choice) !== 'credentialId', {
  error: 'Choose a credential',
  path: ['credentialId'],
})
const requestText = z
  .string()
  .trim()
  .min(1, 'Describe what it should do')
  .max(MAX_REQUEST_LENGTH, 'Use at most 4,000 characters')

/** Without `model`, the installation's default model is used. */
export const writeInstructionInput = z.object({
  flowId: z.string(),
  task: requestText,
  model: completeModelChoice.optional(),
})
export const writeStepsInput = z.object({
  flowId: z.string(),
  description: requestText,
  model: completeModelChoice.optional(),
})

/** The run that drafts a reply in a conversation. */
export const draftKey = chatKey.extend({ runId: z.string().max(100) })
export type DraftKey = z.infer<typeof draftKey>

/** `token`: the next piece of the draft. Its endings have all of it. */
export type DraftEvent =
  | { type: 'token' | 'run_finished' | 'run_stopped'; text: string }
  | { type: 'run_failed'; code: string; message: string }

/** Micro-dollars charged to the wallet. */
const costMicro = z.int().min(0)

export const writtenInstructionSchema = z.object({ content: z.string(), costMicro })
export type WrittenInstruction = z.infer<typeof writtenInstructionSchema>

/**
 * Kinds of steps a plan may contain, without Flowise's "Agentflow" suffix, with their description for the model.
 * Fields are those of `plannedStepSchema`.
 */
export const plannedKinds = {
  start: 'where the flow begins, exactly one; what the user wrote is {{ question }}',
  llm: 'asks a language model once; text: its instruction',
  agent: 'a model that uses tools until it can answer; text: its instruction',
  condition:
    'compares values and chooses a branch; conditions: one row for each branch, and one more branch for everything else',
  conditionAgent:
    'a model decides which scenario fits; text: what it has to decide; scenarios: one branch for each',
  humanInput: 'waits for a person; text: what the person is asked; branch 0 is yes, 1 is no',
  loop: 'goes back to an earlier step, nothing follows it; backTo: the id of that step',
  iteration:
    'does the steps inside it once for each item of a list; text: the list; the steps inside name it in "inside", and {{ $iteration }} is the item',
  tool: 'uses one tool; text: what for',
  retriever: 'looks something up in document stores; text: the query',
  customFunction: 'runs JavaScript; text: the code, which returns its result',
  http: 'sends a request; method, url, and text: the body',
  directReply: 'says something to the user and ends, nothing follows it; text: what it says',
  requestPerson:
    'asks a person of the team to take over the conversation and ends, nothing follows it; text: what the user reads meanwhile',
} as const satisfies Record<string, string>
export type PlannedKind = keyof typeof plannedKinds
export const plannedKindNames = Object.keys(plannedKinds) as [PlannedKind, ...PlannedKind[]]

export const comparisons = [
  'equal',
  'notEqual',
  'contains',
  'notContains',
  'startsWith',
  'endsWith',
  'isEmpty',
  'notEmpty',
] as const

export const httpMethods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const

const plannedStepSchema = z.object({
  id: z.string(),
  kind: z.enum(plannedKindNames),
  label: z.string(),
  text: z.string(),
  scenarios: z.array(z.string()),
  conditions: z.array(z.object({ left: z.string(), operation: z.enum(comparisons), right: z.string() })),
  method: z.enum(httpMethods),
  url: z.string(),
  /** Target of a loop; empty for all other steps. */
  backTo: z.string(),
  /** The surrounding iteration; empty outside of one. */
  inside: z.string(),
})
export type PlannedStep = z.infer<typeof plannedStepSchema>

/** `output`: index of the branch, from 0. */
const plannedLinkSchema = z.object({ from: z.string(), to: z.string(), output: z.int().min(0) })
export type PlannedLink = z.infer<typeof plannedLinkSchema>

const leftOutReasons = [
  'kind',
  'start',
  'duplicate',
  'tooMany',
  'nowhere',
  'self',
  'cycle',
  'wall',
  'ending',
  'output',
  'back',
] as const
const leftOutSchema = z.object({
  what: z.string(),
  why: z.enum(leftOutReasons),
})
export type LeftOut = z.infer<typeof leftOutSchema>

const stepPlanSchema = z.object({
  steps: z.array(plannedStepSchema),
  links: z.array(plannedLinkSchema),
  leftOut: z.array(leftOutSchema),
})
export type StepPlan = z.infer<typeof stepPlanSchema>

export const writtenStepsSchema = stepPlanSchema.extend({ costMicro })
export type WrittenSteps = z.infer<typeof writtenStepsSchema>
