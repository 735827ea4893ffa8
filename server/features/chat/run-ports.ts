import type { Store } from '#server/db/store.ts'
import type {
  AdapterPorts,
  AssistantQuestion,
  AssistantSettings,
  ChatMessage,
  FlowAnswer,
  FlowQuestion,
  Ports,
} from '#server/engine/ports.ts'
import type { AssistantsService } from '#server/features/assistants/assistants.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { MessagesService } from '#server/features/messages/messages.service.ts'
import type { ToolsService } from '#server/features/tools/tools.service.ts'
import type { UploadsService } from '#server/features/uploads/uploads.service.ts'
import type { Prediction } from '#shared/chat.ts'
import { AppError } from '#shared/errors.ts'
import { rulesOf } from './flow-rules.ts'
import { overrideVars } from './override.ts'

export type WorldDeps = {
  store: Store
  flows: Pick<FlowsService, 'summaries'>
  messages: Pick<MessagesService, 'history'>
  variables: { values(): Promise<Record<string, string>> }
  ports: AdapterPorts
  tools: Pick<ToolsService, 'get' | 'all'>
  assistants: Pick<AssistantsService, 'remote' | 'listRemote'>
  askAssistant(settings: AssistantSettings, question: AssistantQuestion): ReturnType<Ports['askAssistant']>
  openCredential(userId: string, ...named: Parameters<Ports['credential']>): ReturnType<Ports['credential']>
  openIndex(userId: string, ...requested: Parameters<Ports['openIndex']>): ReturnType<Ports['openIndex']>
  records(userId: string, name: string): ReturnType<Ports['records']>
  openUpload: UploadsService['openStored']
  openFile(flowId: string, ...named: Parameters<Ports['openFile']>): ReturnType<Ports['openFile']>
}

type Deps = WorldDeps & {
  /** A run of its own; `askers` wait for it, outermost first. */
  askOther(flow: FlowRow, requested: FlowQuestion, callStack: readonly string[]): Promise<FlowAnswer>
}

type Moment = {
  /** The conversation begins with this question. */
  isNew: boolean
  isVisitor: boolean
  callStack: readonly string[]
  /** A run that is run again stands where it stood: what was said since is not known to it. */
  before: Date | undefined
}

/** The world as one run of a flow sees it: its owner's credentials, files, tools and flows, and its own conversation. */
export function createRunPorts(deps: Deps) {
  const { store, flows, messages, variables, ports, tools, assistants, openCredential, askOther } = deps

  return (
    flow: FlowRow,
    { history, overrideConfig, chatId }: Prediction & { chatId: string },
    { isNew, isVisitor, callStack, before }: Moment,
  ): Ports => {
    const opened = overrideVars(overrideConfig, rulesOf(flow).permission)
    return {
      ...ports,
      credential: (id, kind) => openCredential(flow.userId, id, kind),
      openIndex: (recipe, signal) => deps.openIndex(flow.userId, recipe, signal),
      records: (name) => deps.records(flow.userId, name),
      // What came with the conversation, then what the flow has of its own.
      openFile: (reference) =>
        deps
          .openUpload(flow.id, chatId, reference)
          .then((file) => ({ ...file, isFromVisitor: isVisitor }))
          .catch((error: unknown) =>
            error instanceof AppError && error.code === 'NOT_FOUND'
              ? deps.openFile(flow.id, reference)
              : Promise.reject(error),
          ),
      runCode: async (script) =>
        ports.runCode({
          ...script,
          vars: script.code.includes('$vars') ? { ...(await variables.values()), ...opened } : {},
        }),
      customTool: (id) => tools.get(flow.userId, id),
      customTools: () => tools.all(flow.userId),
      askFlow: (requested) => askOther(flow, requested, [...callStack, flow.id]),
      askAssistant: (id, question) => askAssistant(flow.userId, id, question),
      listAssistants: () => assistants.listRemote(flow.userId),
      listFlows: () => flows.summaries(flow.userId, ['CHATFLOW']),
      history: async (sessionId) => [
        ...history.map(toChatMessage),
        // A chat that was begun with this question has no past to look for.
        ...(isNew ? [] : await messages.history(store.db, { flowId: flow.id, sessionId }, before)),
      ],
    }
  }

  async function* askAssistant(userId: string, id: string, question: AssistantQuestion) {
    const { credential, assistantId } = await assistants.remote(userId, id)
    const { values, platform } = await openCredential(userId, credential, 'openAIApi')
    if (platform) {
      // What it uses cannot be known before it is used: nothing could be held for it.
      throw new AppError('INVALID_FLOW', 'An assistant at OpenAI needs an OpenAI credential of your own.')
    }
    const { openAIApiKey, basePath } = values as { openAIApiKey?: string; basePath?: string }
    return yield* deps.askAssistant(
      { assistantId, apiKey: openAIApiKey ?? '', baseUrl: basePath || undefined },
      question,
    )
  }
}

function toChatMessage({ role, content }: Prediction['history'][number]): ChatMessage {
  return { role: role === 'userMessage' ? 'user' : 'assistant', content }
}
