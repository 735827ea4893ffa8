import type { FlowRow } from '#server/features/flows/flows.table.ts'
import {
  type ApiConfig,
  type ChatbotConfig,
  chatbotConfigSchema,
  type FollowUpSettings,
  readApiConfig,
  readFollowUps,
} from '#shared/flow-config.ts'
import { parseJson } from '#shared/json.ts'
import { postProcessorOf } from './post-process.ts'
import { readSpeech, type SpeechChoice } from './speech-settings.ts'

/** What the owner of a flow has ordered for everybody who asks it, read out of its settings. */
export type FlowRules = {
  /** What callers may write into the flow. */
  permission: ApiConfig['overrideConfig']
  /** What visitors read when the flow cannot answer. */
  errorMessage: string | undefined
  /** His function over every answer. */
  processor: string | undefined
  /** Absent unless both settings switch them on. */
  followUps: FollowUpSettings | undefined
  /** Who writes down what is spoken; absent where nobody does. */
  speech: SpeechChoice | undefined
  /** Somebody is sent traces of its runs. */
  isTraced: boolean
}

const known = new WeakMap<FlowRow, FlowRules>()

/** Rows are remembered until they are written, so most questions find the rules of theirs already read. */
export function rulesOf(flow: FlowRow): FlowRules {
  const read = known.get(flow) ?? readRules(flow)
  known.set(flow, read)
  return read
}

function readRules(flow: FlowRow): FlowRules {
  const { apiConfig, chatbotConfig, followUpPrompts, speechToText, analytic } = flow
  const { overrideConfig: permission } = readApiConfig(apiConfig) ?? {}
  const config = chatbotConfigSchema.safeParse(parse(chatbotConfig)).data
  return {
    permission,
    errorMessage: config?.errorMessage?.trim() || undefined,
    processor: postProcessorOf(config),
    followUps: followUpsOf(config, followUpPrompts),
    speech: readSpeech(parse(speechToText)),
    isTraced: Object.values(parse(analytic) ?? {}).some((each) => each?.status === true),
  }
}

function followUpsOf(config: ChatbotConfig | undefined, stored: string | null) {
  const isOn = config?.followUpPrompts?.status ?? true
  const settings = isOn ? readFollowUps(stored) : undefined
  return settings?.status ? settings : undefined
}

function parse(stored: string | null): unknown {
  // Most flows have none: an error thrown and caught costs as much as a query.
  return stored ? parseJson(stored) : undefined
}
