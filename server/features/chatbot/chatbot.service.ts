import type { Caller } from '#server/caller.ts'
import type { Store } from '#server/db/store.ts'
import type { FlowAccess } from '#server/features/flows/flow-access.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { ChatOffers } from '#shared/chatbot.ts'
import { AppError } from '#shared/errors.ts'
import { readChatbotConfig } from '#shared/flow-config.ts'
import { type FlowFile, parseFlowFile } from '#shared/flow-file.ts'
import { readStartForm } from '#shared/start-form.ts'
import type { VisitorChat } from '#shared/visitor-chat.ts'
import { leadFormOf, publicConfigOf, starterPromptsOf, voiceOf } from './public-config.ts'
import { imageTypes, uploadInfoOf } from './upload-info.ts'

type Deps = {
  store: Pick<Store, 'db'>
  flows: Pick<FlowsService, 'find' | 'versions' | 'drafts' | 'config'>
  access: Pick<FlowAccess, 'authorize'>
}
/** `page`: the site that embeds the chat, if it is not ours. */
type Visit = { flowId: string; caller: Caller | null; page: string | undefined }

export function createChatbotService({ store, flows, access }: Deps) {
  async function config(visit: Visit) {
    const { flow, file } = await openLive(visit)
    return publicConfigOf(flow, file, uploadInfoOf(file, flow.speechToText))
  }

  /** A public flow without its internals. Throws NOT_FOUND also for a flow that is not public. */
  async function publicFlow(visit: Visit) {
    const { flow, file } = await openLive(visit)
    if (!flow.isPublic) {
      throw new AppError('NOT_FOUND', 'This flow does not exist.')
    }
    const {
      flowData,
      uploads: _,
      isTTSEnabled: __,
      ...settings
    } = publicConfigOf(flow, file, uploadInfoOf(file, null))
    const { id, name, type, isPublic, deployed, createdDate, updatedDate } = flow
    const chatbotConfig = JSON.stringify(settings)
    return { id, name, type, isPublic, deployed, chatbotConfig, flowData, createdDate, updatedDate }
  }

  async function uploads(visit: Visit) {
    const { flow, file } = await openLive(visit)
    return uploadInfoOf(file, flow.speechToText)
  }

  /** For the owner: reads the flow on the canvas. */
  async function offers(userId: string, flowId: string): Promise<ChatOffers> {
    const flow = await flows.find(flowId)
    if (flow.userId !== userId) {
      throw new AppError('NOT_FOUND', 'This flow does not exist.')
    }
    return offersOf(flow, parseFlowFile(await flows.drafts.contentOf(store.db, flow)))
  }

  /** For our own page and widget. */
  async function visitorChat(visit: Visit): Promise<VisitorChat> {
    const { flow, file } = await openLive(visit)
    const startForm = startFormOf(file)
    return {
      ...{ id: flow.id, name: flow.name },
      appearance: flows.config.appearanceOf(flow),
      offers: offersOf(flow, file),
      ...(startForm && { startForm }),
    }
  }

  async function openLive({ flowId, caller, page }: Visit) {
    const flow = await access.authorize(flowId, caller, page)
    const { flowData } = await flows.versions.get(flow.userId, flow.id, flow.versionId)
    return { flow, file: parseFlowFile(flowData) }
  }

  return { config, publicFlow, uploads, offers, visitorChat }
}

function offersOf(flow: FlowRow, file: FlowFile): ChatOffers {
  const { isImageUploadAllowed, isSpeechToTextEnabled } = uploadInfoOf(file, flow.speechToText)
  const { fullFileUpload: documents, chatFeedback, leads } = readChatbotConfig(flow.chatbotConfig) ?? {}
  return {
    images: isImageUploadAllowed ? imageTypes : [],
    ...(documents?.status && { documents: readTypes(documents.allowedUploadFileTypes) }),
    speech: isSpeechToTextEnabled,
    feedback: chatFeedback?.status === true,
    leads: leadFormOf(leads),
    voice: voiceOf(flow.textToSpeech),
    starterPrompts: starterPromptsOf(flow.chatbotConfig),
  }
}

function startFormOf({ nodes }: FlowFile) {
  const start = nodes.find(({ data }) => data.name === 'startAgentflow')
  return start && readStartForm(start.data.inputs)
}

/** MIME types as the owner entered them, `text/plain,application/pdf`; null when none are set. */
function readTypes(text: string | undefined) {
  return text === undefined
    ? null
    : text
        .split(',')
        .map((type) => type.trim().toLowerCase())
        .filter((type) => type !== '')
}
