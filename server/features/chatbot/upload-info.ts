import type { UploadInfo } from '#shared/chatbot.ts'
import { fileWithoutDisabled } from '#shared/disabled-nodes.ts'
import type { FlowFile } from '#shared/flow-file.ts'
import { isRecord, parseJson } from '#shared/json.ts'
import { IMAGE_MB } from '#shared/uploads.ts'

const showsImages = new Set([
  'llmChain',
  'conversationChain',
  'multiPromptChain',
  'conversationalAgent',
  'toolAgent',
  'xmlAgent',
  'openAIToolAgent',
  'openAIFunctionAgent',
  'mistralAIToolAgent',
  'conversationalRetrievalToolAgent',
])

export const imageTypes = ['image/gif', 'image/jpeg', 'image/png', 'image/webp']

/**
 * Upload types a question may carry. Documents for a vector store are excluded, because our stores cannot index
 * them during a conversation and such uploads would be rejected.
 */
export function uploadInfoOf(file: FlowFile, speechToText: string | null): UploadInfo {
  const flow = fileWithoutDisabled(file)
  const seeing = flow.nodes.filter((node) => isSeeing(node, flow))
  return {
    isSpeechToTextEnabled: isSpeechOn(speechToText),
    isImageUploadAllowed: seeing.length > 0,
    isRAGFileUploadAllowed: false,
    imgUploadSizeAndTypes: seeing.map(() => ({ fileTypes: [...imageTypes, ''], maxUploadSize: IMAGE_MB })),
    fileUploadSizeAndTypes: [],
  }
}

type Node = FlowFile['nodes'][number]

/** A vision model connected to a node that passes images on, or a node with such a model inside. */
function isSeeing({ id, data }: Node, { nodes, edges }: FlowFile) {
  if (Object.values(data.inputs).some((value) => isRecord(value) && isOn(value.allowImageUploads))) {
    return true
  }
  const targets = new Set(edges.filter(({ source }) => source === id).map(({ target }) => target))
  return (
    isOn(data.inputs.allowImageUploads) &&
    nodes.some((node) => targets.has(node.id) && showsImages.has(node.data.name))
  )
}

function isSpeechOn(speechToText: string | null) {
  const providers = readRecord(speechToText)
  return Object.entries(providers).some(
    ([name, settings]) => name !== 'none' && isRecord(settings) && isOn(settings.status),
  )
}

/** Parses a JSON object; returns an empty one for anything else. */
export function readRecord(text: string | null): Record<string, unknown> {
  const value = parseJson(text || '{}')
  return isRecord(value) ? value : {}
}

export function isOn(value: unknown) {
  return value === true || value === 'true'
}
