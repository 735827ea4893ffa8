import { readOrigin } from '#shared/allowed-hosts.ts'
import {
  type DocumentKind,
  defaultFollowUpPrompt,
  documentKinds,
  documentNames,
  followUpNames,
  speechNames,
  speechProviders,
  tracerNames,
  tracers,
} from '#shared/flow-providers.ts'
import type { FlowSection, FlowSections, OpenableNode } from '#shared/flow-sections.ts'
import { toRecord } from '#shared/json.ts'
import { appearance } from './appearance-section.ts'
import type { FlowRow } from './flows.table.ts'
import {
  type Bag,
  fieldsOf,
  isText,
  list,
  mapEntries,
  mapKnown,
  mimesOf,
  number,
  openNames,
  parse,
  readCode,
  text,
} from './stored-values.ts'
import { visitorSections } from './visitor-sections.ts'

type Column = 'chatbotConfig' | 'apiConfig' | 'analytic' | 'speechToText' | 'textToSpeech' | 'followUpPrompts'
export type StoredConfig = Readonly<Record<Column, Bag>>

export type Codec<Value> = {
  read(stored: StoredConfig): Value
  /** Whole changed columns; values of other sections and other clients are retained. */
  write(value: Value, stored: StoredConfig, nodes: readonly OpenableNode[]): Partial<StoredConfig>
}
type Codecs = { readonly [Section in FlowSection]: Codec<FlowSections[Section]> }

export const configSections: Codecs = {
  rateLimit: {
    read({ apiConfig }) {
      const { status, limitMax, limitDuration, limitMsg } = toRecord(apiConfig.rateLimit)
      return {
        status: status === true,
        limitMax: text(limitMax),
        limitDuration: text(limitDuration),
        limitMsg: text(limitMsg),
      }
    },
    write({ limitMax, limitDuration, ...rest }, { apiConfig }) {
      const rateLimit = { ...rest, limitMax: number(limitMax), limitDuration: number(limitDuration) }
      return { apiConfig: { ...apiConfig, rateLimit: { ...toRecord(apiConfig.rateLimit), ...rateLimit } } }
    },
  },

  runLimits: {
    read({ apiConfig }) {
      const { status, maxCostUsd, maxSteps, maxMinutes } = toRecord(apiConfig.runLimits)
      return {
        status: status === true,
        maxCostUsd: text(maxCostUsd),
        maxSteps: text(maxSteps),
        maxMinutes: text(maxMinutes),
      }
    },
    write({ status, maxCostUsd, maxSteps, maxMinutes }, { apiConfig }) {
      const fields = { maxCostUsd, maxSteps, maxMinutes }
      const set = Object.entries(fields).filter(([, value]) => value !== '')
      const runLimits = { status, ...Object.fromEntries(set.map(([name, value]) => [name, number(value)])) }
      return { apiConfig: { ...apiConfig, runLimits } }
    },
  },

  privacy: {
    read({ apiConfig }) {
      const { status, retentionDays } = toRecord(apiConfig.privacy)
      return { status: status === true, retentionDays: text(retentionDays) }
    },
    write({ status, retentionDays }, { apiConfig }) {
      const privacy = { status, ...(retentionDays !== '' && { retentionDays: number(retentionDays) }) }
      return { apiConfig: { ...apiConfig, privacy } }
    },
  },

  mcpServer: {
    read({ apiConfig }) {
      const { status, toolName, description } = toRecord(apiConfig.mcpServer)
      return { status: status === true, toolName: text(toolName), description: text(description) }
    },
    write: (mcpServer, { apiConfig }) => ({ apiConfig: { ...apiConfig, mcpServer } }),
  },

  allowedDomains: {
    read: ({ chatbotConfig: { allowedOrigins, allowedOriginsError } }) => ({
      allowedOrigins: list(allowedOrigins).filter(isText),
      allowedOriginsError: text(allowedOriginsError),
    }),
    write({ allowedOrigins, allowedOriginsError }, { chatbotConfig }) {
      const origins = allowedOrigins.map(readOrigin).filter(isText)
      return { chatbotConfig: { ...chatbotConfig, allowedOrigins: origins, allowedOriginsError } }
    },
  },

  starterPrompts: {
    read: ({ chatbotConfig }) => ({
      prompts: Object.values(toRecord(chatbotConfig.starterPrompts))
        .map((each) => text(toRecord(each).prompt))
        .filter(isText),
    }),
    write({ prompts }, { chatbotConfig }) {
      const numbered = prompts.filter(isText).map((prompt, place) => [place, { prompt }])
      return { chatbotConfig: { ...chatbotConfig, starterPrompts: Object.fromEntries(numbered) } }
    },
  },

  followUpPrompts: {
    read({ chatbotConfig, followUpPrompts }) {
      const isOn = toRecord(chatbotConfig.followUpPrompts).status ?? true
      const chosen = followUpNames.find((name) => name === followUpPrompts.selectedProvider)
      return {
        status: isOn === true && followUpPrompts.status === true,
        selectedProvider: chosen ?? 'chatOpenAI',
        settings: mapKnown(followUpNames, followUpPrompts, (each) => ({
          credentialId: text(each.credentialId),
          modelName: text(each.modelName),
          prompt: text(each.prompt) || defaultFollowUpPrompt,
          temperature: text(each.temperature),
          baseUrl: text(each.baseUrl),
        })),
      }
    },
    write({ settings, ...rest }, { chatbotConfig, followUpPrompts }) {
      const providers = mapEntries(settings, (name, { temperature, ...each }) => ({
        ...toRecord(followUpPrompts[name]),
        ...each,
        temperature: number(temperature),
      }))
      const { status } = rest
      return {
        followUpPrompts: { ...followUpPrompts, ...providers, ...rest },
        // Clients read this copy, the server the other one.
        chatbotConfig: {
          ...chatbotConfig,
          followUpPrompts: { ...toRecord(chatbotConfig.followUpPrompts), status },
        },
      }
    },
  },

  ...visitorSections,
  appearance,

  speechToText: {
    read: ({ speechToText }) => ({
      provider: speechNames.find((name) => toRecord(speechToText[name]).status === true) ?? 'none',
      settings: mapKnown(speechNames, speechToText, (each) => ({
        credentialId: text(each.credentialId),
        baseUrl: text(each.baseUrl),
        model: text(each.model),
        language: text(each.language),
        prompt: text(each.prompt),
        temperature: text(each.temperature),
        profanityFilterMode: text(each.profanityFilterMode),
        channels: text(each.channels),
      })),
    }),
    write({ provider, settings }, { speechToText }) {
      const known = mapEntries(settings, (name, each) => ({
        ...toRecord(speechToText[name]),
        credentialId: each.credentialId,
        ...fieldsOf(speechProviders[name].fields, each),
      }))
      const all = { ...speechToText, ...known }
      // One enabled provider at a time, including those of other clients.
      return {
        speechToText: mapEntries(all, (name, each) => ({ ...toRecord(each), status: name === provider })),
      }
    },
  },

  fullFileUpload: {
    read({ chatbotConfig }) {
      const { status, allowedUploadFileTypes } = toRecord(chatbotConfig.fullFileUpload)
      const types = mimesOf(allowedUploadFileTypes)
      const isIn = (kind: DocumentKind) => documentKinds[kind].some((mime) => types.includes(mime))
      return {
        status: status === true,
        types: typeof allowedUploadFileTypes === 'string' ? documentNames.filter(isIn) : documentNames,
      }
    },
    write({ status, types }, { chatbotConfig }) {
      const before = toRecord(chatbotConfig.fullFileUpload)
      const ours: readonly string[] = Object.values(documentKinds).flat()
      const foreign = mimesOf(before.allowedUploadFileTypes).filter((mime) => !ours.includes(mime))
      const allowed = [...types.flatMap((kind) => documentKinds[kind]), ...foreign]
      const fullFileUpload = { ...before, status, allowedUploadFileTypes: allowed.join(',') }
      return { chatbotConfig: { ...chatbotConfig, fullFileUpload } }
    },
  },

  analytic: {
    read: ({ analytic }) => ({
      captureContent: [analytic, ...tracerNames.map((name) => toRecord(analytic[name]))].every(
        (each) => each.captureContent !== false,
      ),
      settings: mapKnown(tracerNames, analytic, (each) => ({
        status: each.status === true,
        credentialId: text(each.credentialId),
        projectName: text(each.projectName),
        endpoint: text(each.endpoint),
      })),
    }),
    write({ captureContent, settings }, { analytic }) {
      const known = mapEntries(settings, (name, { status, credentialId, ...each }) => ({
        ...toRecord(analytic[name]),
        status,
        credentialId,
        captureContent,
        ...fieldsOf(tracers[name].fields, each),
      }))
      // Some clients set it once for all providers; that value must not override the new ones.
      const { captureContent: _, ...rest } = analytic
      return { analytic: { ...rest, ...known } }
    },
  },

  postProcessing: {
    read({ chatbotConfig }) {
      const { enabled, customFunction } = toRecord(chatbotConfig.postProcessing)
      return { enabled: enabled === true, code: readCode(text(customFunction)) }
    },
    write({ enabled, code }, { chatbotConfig }) {
      const before = toRecord(chatbotConfig.postProcessing)
      const postProcessing = { ...before, enabled, customFunction: JSON.stringify(code) }
      return { chatbotConfig: { ...chatbotConfig, postProcessing } }
    },
  },

  overrideConfig: {
    read({ apiConfig }) {
      const { status, nodes, variables } = toRecord(apiConfig.overrideConfig)
      return {
        status: status === true,
        nodes: mapEntries(toRecord(nodes), (_, rows) => openNames(rows)),
        variables: openNames(variables),
      }
    },
    write({ status, nodes, variables }, { apiConfig }, openable) {
      const before = toRecord(apiConfig.overrideConfig)
      const rows = openable.map(({ label, fields }) => {
        const open = new Set(Object.hasOwn(nodes, label) ? nodes[label] : [])
        return [label, fields.map((field) => ({ ...field, enabled: open.has(field.name) }))]
      })
      const retained = list(before.variables).map(toRecord)
      const rest = variables.filter((name) => !retained.some((row) => row.name === name))
      const overrideConfig = {
        ...before,
        status,
        // Settings of deleted nodes are dropped: a later node of the same name must not start with open fields.
        nodes: Object.fromEntries(rows),
        variables: [
          ...retained.map((row) => ({ ...row, enabled: variables.includes(text(row.name)) })),
          ...rest.map((name) => ({ name, type: 'string', enabled: true })),
        ],
      }
      return { apiConfig: { ...apiConfig, overrideConfig } }
    },
  },
}

/** Unreadable settings count as not set. */
export function readStored(flow: Pick<FlowRow, Column>): StoredConfig {
  return {
    chatbotConfig: parse(flow.chatbotConfig),
    apiConfig: parse(flow.apiConfig),
    analytic: parse(flow.analytic),
    speechToText: parse(flow.speechToText),
    textToSpeech: parse(flow.textToSpeech),
    followUpPrompts: parse(flow.followUpPrompts),
  }
}
