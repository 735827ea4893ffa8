import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { ChatOffers, LeadForm, UploadInfo } from '#shared/chatbot.ts'
import type { ChatbotConfig } from '#shared/flow-config.ts'
import type { FlowFile } from '#shared/flow-file.ts'
import { isRecord } from '#shared/json.ts'
import { leadFields } from '#shared/leads.ts'
import { speakerNames } from '#shared/speaking.ts'
import { isOn, readRecord } from './upload-info.ts'

/** How a chat looks and what it asks: nothing of how the flow works, whom it lets in or what it costs. */
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

/**
 * What a chat client is told of a flow before the first question (facts/rest-table.md R3). A list of what may be said, and
 * not of what may not: a setting that is added later stays at home until somebody puts it here.
 */
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
    // Where the sharing page keeps whether every visit is a new conversation.
    ...(isRecord(overrideConfig) && { overrideConfig: pick(overrideConfig, ['generateNewSession']) }),
    uploads,
    flowData: JSON.stringify({ nodes: startFormOf(flow), edges: [] }),
    isTTSEnabled: voiceOf(textToSpeech) !== 'off',
  }
}

const documentSettings = ['status', 'allowedUploadFileTypes', 'pdfFile']
const formInputs = ['startInputType', 'formTitle', 'formDescription', 'formInputTypes']

/** The form before the first question: all that a chat client looks for in a flow. */
function startFormOf({ nodes }: FlowFile) {
  return nodes
    .filter(({ data }) => data.name === 'startAgentflow')
    .map(({ id, type, data: { name, inputs } }) => ({
      id,
      type,
      data: { id, name, inputs: pick(inputs, formInputs) },
    }))
}

/** Whether one of those this server knows how to ask reads answers aloud, and without being asked to. */
export function voiceOf(textToSpeech: string | null): ChatOffers['voice'] {
  const providers = readRecord(textToSpeech)
  const chosen = speakerNames
    .map((name) => providers[name])
    .find((settings) => isRecord(settings) && isOn(settings.status))
  return isRecord(chosen) ? (isOn(chosen.autoPlay) ? 'at-once' : 'asked') : 'off'
}

/** The form before the first question, where there is one that asks for something. */
export function leadFormOf(leads: ChatbotConfig['leads']): LeadForm | undefined {
  const fields = leads?.status ? leadFields.filter((field) => leads[field]) : []
  return fields.length > 0
    ? { title: leads?.title?.trim() ?? '', successMessage: leads?.successMessage?.trim() ?? '', fields }
    : undefined
}

function pick(record: Record<string, unknown>, names: readonly string[]) {
  return Object.fromEntries(names.filter((name) => name in record).map((name) => [name, record[name]]))
}

/** Questions to begin with, as the owner has ordered them: `{ "0": { prompt }, … }` or a list. */
export function starterPromptsOf(chatbotConfig: string | null): string[] {
  const { starterPrompts } = readRecord(chatbotConfig)
  const given =
    typeof starterPrompts === 'object' && starterPrompts !== null ? Object.values(starterPrompts) : []
  return given
    .map((each: unknown) => (isRecord(each) && typeof each.prompt === 'string' ? each.prompt.trim() : ''))
    .filter((prompt) => prompt !== '')
}
