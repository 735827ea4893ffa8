// Supported providers and options of a flow's settings, by their Flowise names. Unsupported values in stored
// flows are preserved.

type Chat = { label: string; credential: string; node: string; needsCredential: boolean; baseUrl?: true }

/** `node`: the node type whose model list fills the model dropdown. */
export const followUpProviders = {
  chatOpenAI: { label: 'OpenAI', credential: 'openAIApi', node: 'chatOpenAI', needsCredential: true },
  chatAnthropic: {
    label: 'Anthropic',
    credential: 'anthropicApi',
    node: 'chatAnthropic',
    needsCredential: true,
  },
  chatGoogleGenerativeAI: {
    label: 'Google Gemini',
    credential: 'googleGenerativeAI',
    node: 'chatGoogleGenerativeAI',
    needsCredential: true,
  },
  chatMistralAI: {
    label: 'Mistral',
    credential: 'mistralAIApi',
    node: 'chatMistralAI',
    needsCredential: true,
  },
  groqChat: { label: 'Groq', credential: 'groqApi', node: 'groqChat', needsCredential: true },
  ollama: {
    label: 'Ollama',
    credential: 'ollamaApi',
    node: 'chatOllama',
    needsCredential: false,
    baseUrl: true,
  },
} as const satisfies Record<string, Chat>
export type FollowUpProvider = keyof typeof followUpProviders
export const followUpNames = Object.keys(followUpProviders) as [FollowUpProvider, ...FollowUpProvider[]]

export const defaultFollowUpPrompt =
  'Below is a conversation. Suggest up to three short questions its user is likely to ask next, in the language of the conversation.\n\n{history}'

export const speechFields = [
  'baseUrl',
  'model',
  'language',
  'prompt',
  'temperature',
  'profanityFilterMode',
  'channels',
] as const
export type SpeechField = (typeof speechFields)[number]
type Speech = { label: string; credential: string; fields: readonly SpeechField[] }

export const speechProviders = {
  openAIWhisper: {
    label: 'OpenAI Whisper',
    credential: 'openAIApi',
    fields: ['language', 'prompt', 'temperature'],
  },
  groqWhisper: {
    label: 'Groq Whisper',
    credential: 'groqApi',
    fields: ['model', 'language', 'temperature'],
  },
  localAISTT: {
    label: 'LocalAI',
    credential: 'localAIApi',
    fields: ['baseUrl', 'model', 'language', 'prompt', 'temperature'],
  },
  azureCognitive: {
    label: 'Azure Cognitive Services',
    credential: 'azureCognitiveServices',
    fields: ['language', 'profanityFilterMode', 'channels'],
  },
  assemblyAiTranscribe: { label: 'AssemblyAI', credential: 'assemblyAIApi', fields: [] },
} as const satisfies Record<string, Speech>
export type SpeechProvider = keyof typeof speechProviders
export const speechNames = Object.keys(speechProviders) as [SpeechProvider, ...SpeechProvider[]]
export const profanityModes = ['None', 'Masked', 'Removed'] as const

type Tracer = {
  label: string
  credential: string
  fields: readonly ('projectName' | 'release' | 'endpoint')[]
}

export const tracers = {
  langSmith: { label: 'LangSmith', credential: 'langsmithApi', fields: ['projectName'] },
  langFuse: { label: 'Langfuse', credential: 'langfuseApi', fields: [] },
  openTelemetry: { label: 'OpenTelemetry', credential: 'openTelemetryApi', fields: ['endpoint'] },
} as const satisfies Record<string, Tracer>
export type TracerName = keyof typeof tracers
export const tracerNames = Object.keys(tracers) as [TracerName, ...TracerName[]]

const office = 'application/vnd.openxmlformats-officedocument'

/** File types that can be attached to a question, with the MIME types browsers send. */
export const documentKinds = {
  pdf: ['application/pdf'],
  docx: [`${office}.wordprocessingml.document`],
  xlsx: [`${office}.spreadsheetml.sheet`],
  pptx: [`${office}.presentationml.presentation`],
  txt: ['text/plain'],
  md: ['text/markdown'],
  csv: ['text/csv'],
  json: ['application/json'],
  yaml: ['application/x-yaml'],
  xml: ['application/xml', 'text/xml'],
  html: ['text/html'],
  css: ['text/css'],
} as const
export type DocumentKind = keyof typeof documentKinds
export const documentNames = Object.keys(documentKinds) as [DocumentKind, ...DocumentKind[]]

/** Field types that callers may be allowed to override: no handles, which link to other nodes, and no secrets. */
export const overridableTypes: ReadonlySet<string> = new Set(
  'string code file number boolean json array datagrid options multiOptions asyncOptions asyncMultiOptions'.split(
    ' ',
  ),
)
