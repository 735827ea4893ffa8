import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { Limits } from '#server/features/runs/runs.service.ts'
import {
  type ApiConfig,
  type ChatbotConfig,
  chatbotConfigSchema,
  type FollowUpSettings,
  readApiConfig,
  readFollowUps,
} from '#shared/flow-config.ts'
import { parseJson } from '#shared/json.ts'
import { MICRO_PER_USD } from '#shared/money-decimals.ts'
import { postProcessorOf } from './post-process.ts'
import { readSpeech, type SpeechChoice } from './speech-settings.ts'

export type FlowRules = {
  permission: ApiConfig['overrideConfig']
  errorMessage: string | undefined
  processor: string | undefined
  /** Undefined unless both settings enable it. */
  followUps: FollowUpSettings | undefined
  speech: SpeechChoice | undefined
  isTraced: boolean
  limits: RunLimits
}

/** Limits of one run that the owner has set; absent ones are those of the server. */
type RunLimits = Limits & { steps?: number | undefined }

const known = new WeakMap<FlowRow, FlowRules>()

/** Cached per row. Rows are cached until written, so most questions find parsed rules. */
export function rulesOf(flow: FlowRow): FlowRules {
  const read = known.get(flow) ?? readRules(flow)
  known.set(flow, read)
  return read
}

function readRules(flow: FlowRow): FlowRules {
  const { apiConfig, chatbotConfig, followUpPrompts, speechToText, analytic } = flow
  const { overrideConfig: permission, runLimits } = readApiConfig(apiConfig) ?? {}
  const config = chatbotConfigSchema.safeParse(parse(chatbotConfig)).data
  return {
    permission,
    errorMessage: config?.errorMessage?.trim() || undefined,
    processor: postProcessorOf(config),
    followUps: followUpsOf(config, followUpPrompts),
    speech: readSpeech(parse(speechToText)),
    limits: limitsOf(runLimits),
    isTraced: Object.values(parse(analytic) ?? {}).some((each) => each?.status === true),
  }
}

function limitsOf(limits: ApiConfig['runLimits']): RunLimits {
  if (!limits?.status) {
    return {}
  }
  const { maxCostUsd, maxSteps: steps, maxMinutes } = limits
  return {
    ...(maxCostUsd !== undefined && { costMicro: Math.round(maxCostUsd * MICRO_PER_USD) }),
    ...(steps !== undefined && { steps }),
    ...(maxMinutes !== undefined && { activeMs: maxMinutes * 60_000 }),
  }
}

function followUpsOf(config: ChatbotConfig | undefined, stored: string | null) {
  const isOn = config?.followUpPrompts?.status ?? true
  const settings = isOn ? readFollowUps(stored) : undefined
  return settings?.status ? settings : undefined
}

function parse(stored: string | null): unknown {
  // Most flows have none, and a thrown and caught error costs as much as a query.
  return stored ? parseJson(stored) : undefined
}
