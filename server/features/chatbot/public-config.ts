import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { ChatOffers, LeadForm, UploadInfo } from '#shared/chatbot.ts'
import type { ChatbotConfig } from '#shared/flow-config.ts'
import type { FlowFile } from '#shared/flow-file.ts'
import { isRecord } from '#shared/json.ts'
import { leadFields } from '#shared/lead-fields.ts'
import { speakerNames } from '#shared/speaking.ts'
import { isOn, readRecord } from './upload-info.ts'

/** Settings of a chat's appearance and forms only: nothing about the flow's logic, access or cost. */
const open = [
  ...['title', 'titleAvatarSrc', 'titleBackgroundColor', 'titleTextColor', 'showTitle'],
  ...[
    'welcomeMessage',
    'errorMessage',
    'backgroundColor',
    'backgroundImage',
    'fontSize',
    'poweredByTextColor',
  ],
  ...['showAgentMessages', 'renderHTML', 'generateNewSession', 'userMessage', 'botMessage', 'textInput'],
  ...['feedback', 'footer', 'starterPrompts', 'starterPromptFontSize', 'chatFeedback', 'leads'],
]

/** Public chat configuration of a flow. An allowlist, so that settings added later stay private until listed here. */
export function publicConfigOf(
  { chatbotConfig, textToSpeech }: Pick<FlowRow, 'chatbotConfig' | 'textToSpeech'>,
  flow: FlowFile,
  uploads: UploadInfo,
) {
  const config = readRecord(chatbotConfig)
  const { followUpPrompts, fullFileUpload, overrideConfig } = config
  return {
    ...Object.fromEntries(open.filter((name) => name in config).map((name) => [name, config[name]])),
    ...(isRecord(followUpPrompts) && { followUpPrompts: { status: isOn(followUpPrompts.status) } }),
    ...(isRecord(fullFileUpload) && { fullFileUpload: pick(fullFileUpload, documentSettings) }),
    // The sharing page stores here whether every visit starts a new conversation.
    ...(isRecord(overrideConfig) && { overrideConfig: pick(overrideConfig, ['generateNewSession']) }),
    uploads,
    flowData: JSON.stringify({ nodes: startFormOf(flow), edges: [] }),
    isTTSEnabled: voiceOf(textToSpeech) !== 'off',
  }
}

const documentSettings = ['status', 'allowedUploadFileTypes', 'pdfFile']
const formInputs = ['startInputType', 'formTitle', 'formDescription', 'formInputTypes']

/** The start form, the only part of a flow that chat clients read. */
function startFormOf({ nodes }: FlowFile) {
  return nodes
    .filter(({ data }) => data.name === 'startAgentflow')
    .map(({ id, type, data: { name, inputs } }) => ({
      id,
      type,
      data: { id, name, inputs: pick(inputs, formInputs) },
    }))
}

export function voiceOf(textToSpeech: string | null): ChatOffers['voice'] {
  const providers = readRecord(textToSpeech)
  const chosen = speakerNames
    .map((name) => providers[name])
    .find((settings) => isRecord(settings) && isOn(settings.status))
  return isRecord(chosen) ? (isOn(chosen.autoPlay) ? 'at-once' : 'asked') : 'off'
}

export function leadFormOf(leads: ChatbotConfig['leads']): LeadForm | undefined {
  const fields = leads?.status ? leadFields.filter((field) => leads[field]) : []
  return fields.length > 0
    ? { title: leads?.title?.trim() ?? '', successMessage: leads?.successMessage?.trim() ?? '', fields }
    : undefined
}

function pick(record: Record<string, unknown>, names: readonly string[]) {
  return Object.fromEntries(names.filter((name) => name in record).map((name) => [name, record[name]]))
}

/** Starter prompts in the owner's order: `{ "0": { prompt }, … }` or a list. */
export function starterPromptsOf(chatbotConfig: string | null): string[] {
  const { starterPrompts } = readRecord(chatbotConfig)
  return Object.values(starterPrompts ?? {})
    .map((each: unknown) => (isRecord(each) && typeof each.prompt === 'string' ? each.prompt.trim() : ''))
    .filter((prompt) => prompt !== '')
}
