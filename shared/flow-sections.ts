import { z } from 'zod'
import { readOrigin } from './allowed-hosts.ts'
import { appearanceSchema } from './appearance.ts'
import {
  documentNames,
  followUpNames,
  followUpProviders,
  profanityModes,
  speechFields,
  speechNames,
  speechProviders,
  tracerNames,
} from './flow-providers.ts'
import { MAX_MCP_DESCRIPTION, mcpDescriptionRule, mcpNameRule, mcpToolName } from './mcp-server.ts'
import { MAX_RETENTION_DAYS } from './privacy.ts'
import { line, reject, short } from './section-fields.ts'
import { visitorSections } from './visitor-sections.ts'

// Editable settings of a flow, one schema per section. Disabled sections may be incomplete, because users should
// not have to fill in unused settings. Only the server handles Flowise's stored format.

const digits = z.string().trim().max(12)
const isInteger = (text: string, max: number) =>
  /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= max
const DAY_SECONDS = 86_400
const MAX_MESSAGES = 1_000_000
const MAX_STEPS = 50_000
const DAY_MINUTES = 1_440

const rateLimit = z
  .object({ status: z.boolean(), limitMax: digits, limitDuration: digits, limitMsg: short })
  .superRefine(({ status, limitMax, limitDuration, limitMsg }, context) => {
    if (!status) {
      return
    }
    if (!isInteger(limitMax, MAX_MESSAGES)) {
      reject(context, { path: ['limitMax'], message: 'Enter a whole number from 1 to 1,000,000' })
    }
    if (!isInteger(limitDuration, DAY_SECONDS)) {
      reject(context, { path: ['limitDuration'], message: 'Enter whole seconds, from 1 to 86,400 (one day)' })
    }
    if (limitMsg === '') {
      reject(context, { path: ['limitMsg'], message: 'Enter the message for the limit' })
    }
  })

/** Empty fields have no limit of the flow's own. */
const runLimits = z
  .object({ status: z.boolean(), maxCostUsd: digits, maxSteps: digits, maxMinutes: digits })
  .superRefine(({ status, maxCostUsd, maxSteps, maxMinutes }, context) => {
    if (!status) {
      return
    }
    if (maxCostUsd !== '' && !(/^\d+(?:\.\d{1,6})?$/.test(maxCostUsd) && Number(maxCostUsd) > 0)) {
      reject(context, { path: ['maxCostUsd'], message: 'Enter an amount in USD, for example 0.50' })
    }
    if (maxSteps !== '' && !isInteger(maxSteps, MAX_STEPS)) {
      reject(context, { path: ['maxSteps'], message: 'Enter a whole number from 1 to 50,000' })
    }
    if (maxMinutes !== '' && !isInteger(maxMinutes, DAY_MINUTES)) {
      reject(context, { path: ['maxMinutes'], message: 'Enter whole minutes, from 1 to 1,440 (one day)' })
    }
  })

const privacy = z
  .object({ status: z.boolean(), retentionDays: digits })
  .superRefine(({ status, retentionDays }, context) => {
    if (status && !isInteger(retentionDays, MAX_RETENTION_DAYS)) {
      reject(context, { path: ['retentionDays'], message: 'Enter whole days, from 1 to 3,650 (ten years)' })
    }
  })

const allowedDomains = z
  .object({ allowedOrigins: z.array(z.string().max(300)).max(100), allowedOriginsError: short })
  .superRefine(({ allowedOrigins }, context) => {
    const seen = new Set<string>()
    for (const [place, text] of allowedOrigins.entries()) {
      const origin = readOrigin(text)
      if (text.trim() === '') {
        continue
      }
      if (origin === undefined) {
        reject(context, {
          path: ['allowedOrigins', place],
          message: 'Enter an address without a path, like https://shop.example.com',
        })
      } else if (seen.has(origin)) {
        reject(context, { path: ['allowedOrigins', place], message: 'This address is already in the list' })
      }
      seen.add(origin ?? text)
    }
  })

export const STARTERS = { max: 10, characters: 200 }
export const starterPromptsSchema = z
  .array(line.max(STARTERS.characters, { error: 'Use at most 200 characters' }))
  .max(STARTERS.max, { error: 'Use at most 10 prompts' })
const starterPrompts = z.object({ prompts: starterPromptsSchema })

const followUpSettings = z.object({
  credentialId: line.max(100),
  modelName: line.max(200),
  prompt: z.string().max(10_000),
  temperature: digits,
  baseUrl: short,
})
const isBetween = (text: string, least: number, max: number) =>
  text === '' || (Number.isFinite(Number(text)) && Number(text) >= least && Number(text) <= max)
const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

const followUpPrompts = z
  .object({
    status: z.boolean(),
    selectedProvider: z.enum(followUpNames),
    settings: z.partialRecord(z.enum(followUpNames), followUpSettings),
  })
  .superRefine(({ status, selectedProvider, settings }, context) => {
    if (!status) {
      return
    }
    const chosen = settings[selectedProvider]
    const at = (field: string) => ['settings', selectedProvider, field]
    if (followUpProviders[selectedProvider].needsCredential && !chosen?.credentialId) {
      reject(context, { path: at('credentialId'), message: 'Choose a credential' })
    }
    if (!chosen?.modelName) {
      reject(context, { path: at('modelName'), message: 'Choose a model' })
    }
    if (!chosen?.prompt.includes('{history}')) {
      reject(context, { path: at('prompt'), message: 'Write {history} where the conversation is to stand' })
    }
    if (!isBetween(chosen?.temperature ?? '', 0, 1)) {
      reject(context, { path: at('temperature'), message: 'Enter a number from 0 to 1' })
    }
    if (chosen?.baseUrl && !isWebAddress(chosen.baseUrl)) {
      reject(context, { path: at('baseUrl'), message: 'Enter an address that begins with https://' })
    }
  })

const speechSettings = z.object({
  credentialId: line.max(100),
  ...(Object.fromEntries(speechFields.map((field) => [field, z.string().max(2_000)])) as Record<
    (typeof speechFields)[number],
    z.ZodString
  >),
})

const speechToText = z
  .object({
    provider: z.enum(['none', ...speechNames]),
    settings: z.partialRecord(z.enum(speechNames), speechSettings),
  })
  .superRefine(({ provider, settings }, context) => {
    if (provider === 'none') {
      return
    }
    const chosen = settings[provider]
    const at = (field: string) => ['settings', provider, field]
    const has = (field: string) => (speechProviders[provider].fields as readonly string[]).includes(field)
    if (!chosen?.credentialId) {
      reject(context, { path: at('credentialId'), message: 'Choose a credential' })
    }
    if (chosen && has('temperature') && !isBetween(chosen.temperature, 0, 1)) {
      reject(context, { path: at('temperature'), message: 'Enter a number from 0 to 1' })
    }
    if (chosen?.baseUrl && has('baseUrl') && !isWebAddress(chosen.baseUrl)) {
      reject(context, { path: at('baseUrl'), message: 'Enter an address that begins with https://' })
    }
    const isMode = profanityModes.some((mode) => mode === chosen?.profanityFilterMode)
    if (chosen?.profanityFilterMode && !isMode) {
      reject(context, { path: at('profanityFilterMode'), message: 'Choose one of the list' })
    }
  })

const fullFileUpload = z
  .object({ status: z.boolean(), types: z.array(z.enum(documentNames)) })
  .superRefine(({ status, types }, context) => {
    if (status && types.length === 0) {
      reject(context, { path: ['types'], message: 'Choose at least one kind of file' })
    }
  })

const tracerSettings = z.object({
  status: z.boolean(),
  credentialId: line.max(100),
  projectName: line.max(200),
  endpoint: short,
})

const analytic = z
  .object({
    settings: z.partialRecord(z.enum(tracerNames), tracerSettings),
    /** Whether traces include questions and answers, not only figures. */
    captureContent: z.boolean(),
  })
  .superRefine(({ settings }, context) => {
    for (const [name, chosen] of Object.entries(settings)) {
      if (chosen?.status && name === 'openTelemetry' && !isWebAddress(chosen.endpoint)) {
        reject(context, {
          path: ['settings', name, 'endpoint'],
          message: 'Enter an address that begins with https://',
        })
      }
      if (chosen?.status && name !== 'openTelemetry' && !chosen.credentialId) {
        reject(context, { path: ['settings', name, 'credentialId'], message: 'Choose a credential' })
      }
    }
  })

const postProcessing = z
  .object({ enabled: z.boolean(), code: z.string().max(100_000) })
  .superRefine(({ enabled, code }, context) => {
    if (enabled && code.trim() === '') {
      reject(context, { path: ['code'], message: 'Write the function, or switch this off' })
    }
  })

const overrideConfig = z.object({
  status: z.boolean(),
  /** Names of the overridable fields, by node label. */
  nodes: z.record(z.string().max(500), z.array(z.string().max(200)).max(500)),
  variables: z.array(z.string().max(200)).max(500),
})

const mcpServer = z
  .object({ status: z.boolean(), toolName: line.max(64), description: line.max(MAX_MCP_DESCRIPTION) })
  .superRefine(({ status, toolName, description }, context) => {
    if (status && !mcpToolName.test(toolName)) {
      reject(context, { path: ['toolName'], message: mcpNameRule })
    }
    if (status && description === '') {
      reject(context, { path: ['description'], message: mcpDescriptionRule })
    }
  })

export const flowSections = {
  rateLimit,
  runLimits,
  privacy,
  allowedDomains,
  ...visitorSections,
  starterPrompts,
  followUpPrompts,
  speechToText,
  fullFileUpload,
  analytic,
  postProcessing,
  overrideConfig,
  mcpServer,
  appearance: appearanceSchema,
}
export type FlowSection = keyof typeof flowSections
/** Sections of the configuration dialog. The appearance has a screen of its own. */
export type ConfigSection = Exclude<FlowSection, 'appearance'>
export type FlowSections = { [Section in FlowSection]: z.output<(typeof flowSections)[Section]> }

const saving = <Section extends FlowSection>(section: Section) =>
  z.object({ id: z.string(), section: z.literal(section), value: flowSections[section] })

export const saveFlowConfigInput = z.discriminatedUnion('section', [
  saving('rateLimit'),
  saving('runLimits'),
  saving('privacy'),
  saving('allowedDomains'),
  saving('leads'),
  saving('chatFeedback'),
  saving('textToSpeech'),
  saving('starterPrompts'),
  saving('followUpPrompts'),
  saving('speechToText'),
  saving('fullFileUpload'),
  saving('analytic'),
  saving('postProcessing'),
  saving('overrideConfig'),
  saving('mcpServer'),
  saving('appearance'),
])

export type OpenableField = { name: string; label: string; type: string }
export type OpenableNode = { label: string; kind: string; fields: OpenableField[] }

export type FlowConfig = {
  id: string
  sections: FlowSections
  nodes: OpenableNode[]
  variables: string[]
}
