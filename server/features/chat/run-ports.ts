import type { Store } from '#server/db/store.ts'
import type {
  AdapterPorts,
  AssistantOptions,
  AssistantSettings,
  CalledFlow,
  ChatMessage,
  FlowQuestion,
  OpenedAssistant,
  Ports,
} from '#server/engine/ports.ts'
import type { AssistantsService } from '#server/features/assistants/assistants.service.ts'
import type { CustomMcpServersService } from '#server/features/custom-mcp-servers/custom-mcp-servers.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { IndexesService } from '#server/features/indexes/indexes.service.ts'
import type { MessagesService } from '#server/features/messages/messages.service.ts'
import type { Spending } from '#server/features/runs/runs.service.ts'
import type { RunRow } from '#server/features/runs/runs.table.ts'
import type { TakeoverService } from '#server/features/takeover/takeover.service.ts'
import type { ToolsService } from '#server/features/tools/tools.service.ts'
import type { UploadsService } from '#server/features/uploads/uploads.service.ts'
import type { ChatType, Prediction } from '#shared/chat.ts'
import { AppError } from '#shared/errors.ts'
import { rulesOf } from './flow-rules.ts'
import { overrideVars } from './override.ts'
import { toUpsertResult, type UpsertAttempt } from './upsert-attempt.ts'

export type WorldDeps = {
  store: Store
  flows: Pick<FlowsService, 'summaries'>
  messages: Pick<MessagesService, 'history'>
  variables: { values(): Promise<Record<string, string>> }
  ports: AdapterPorts
  tools: Pick<ToolsService, 'get' | 'all'>
  customMcpServers: Pick<CustomMcpServersService, 'open' | 'listNames'>
  assistants: Pick<AssistantsService, 'openAi' | 'listOpenAi'>
  openAssistant(settings: AssistantSettings, options: AssistantOptions): OpenedAssistant
  openCredential(userId: string, ...named: Parameters<Ports['credential']>): ReturnType<Ports['credential']>
  openIndex(userId: string, ...requested: Parameters<Ports['openIndex']>): ReturnType<Ports['openIndex']>
  indexes: Pick<IndexesService, 'namedIndex' | 'vectorsOf'>
  documentStores: {
    open(userId: string, id: string): ReturnType<Ports['documentStore']>
    list(userId: string): ReturnType<Ports['listDocumentStores']>
  }
  records(userId: string, name: string): ReturnType<Ports['records']>
  requestPerson: TakeoverService['requestPerson']
  openUpload: UploadsService['openStored']
  keepUpload: UploadsService['keep']
  openFile(flowId: string, ...named: Parameters<Ports['openFile']>): ReturnType<Ports['openFile']>
}

type Deps = WorldDeps & {
  callFlow(flow: FlowRow, requested: FlowQuestion, caller: FlowCaller): Promise<CalledFlow>
}

export type FlowCaller = {
  /** Of the called run: evaluations call flows for evaluations. */
  calledAs: ChatType
  /** Flows waiting for the answer, outermost first. */
  callStack: readonly string[]
  /** The run of an agent flow. */
  runId: string | undefined
  spending: Spending | undefined
}

type Moment = {
  chatType: ChatType
  runId?: string
  /** Of the run, for the limits of the runs it calls. */
  spending?: Spending
  isNew: boolean
  isVisitor: boolean
  callStack: readonly string[]
  upsert?: Pick<UpsertAttempt, 'report' | 'storeResult'> | undefined
  /** The run repeats an earlier one and is not part of the conversation. */
  isRepeated?: boolean
  /** The run whose history is read, which a re-run shares with its original. */
  before: Pick<RunRow, 'id' | 'startedDate'> | undefined
}

export function createRunPorts(deps: Deps) {
  const { store, flows, messages, variables, ports, tools, assistants, openCredential, callFlow } = deps

  return (
    flow: FlowRow,
    { history, overrideConfig, chatId }: Prediction & { chatId: string },
    { chatType, isNew, isVisitor, callStack, before, isRepeated, runId, spending, upsert }: Moment,
  ): Ports => {
    const isEvaluation = chatType === 'EVALUATION'
    const calledAs = isEvaluation ? chatType : 'EXTERNAL'
    const opened = overrideVars(overrideConfig, rulesOf(flow).permission)
    return {
      ...ports,
      ...(isEvaluation && { simulatesWrites: true }),
      credential: (id, kind) => openCredential(flow.userId, id, kind),
      openIndex: (recipe, signal) => deps.openIndex(flow.userId, recipe, signal),
      records: (name) => deps.records(flow.userId, name),
      documentStore: (id) => deps.documentStores.open(flow.userId, id),
      listDocumentStores: () => deps.documentStores.list(flow.userId),
      namedIndex: (name) =>
        deps.indexes.namedIndex(
          flow.userId,
          name,
          upsert && ((tx, upserted) => upsert.storeResult(tx, toUpsertResult(upserted))),
        ),
      ...(upsert && { vectors: deps.indexes.vectorsOf(flow.userId), reportProgress: upsert.report }),
      // Uploads of the conversation take precedence over files of the flow.
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
      openMcpServer: (id, signal) => deps.customMcpServers.open(flow.userId, id, signal),
      listMcpServers: () => deps.customMcpServers.listNames(flow.userId),
      callFlow: (requested) =>
        callFlow(flow, requested, { calledAs, callStack: [...callStack, flow.id], runId, spending }),
      openAssistant: (id, options) => openAssistant(flow.userId, id, options),
      listAssistants: () => assistants.listOpenAi(flow.userId),
      keepFile: (name, bytes) => deps.keepUpload(flow.id, { chatId, isVisitor }, name, bytes),
      listFlows: () => flows.summaries(flow.userId, ['CHATFLOW']),
      requestPerson: async (reason) =>
        isRepeated || isEvaluation ? 'unavailable' : deps.requestPerson({ flowId: flow.id, chatId }, reason),
      history: async (sessionId) => [
        ...history.map(toChatMessage),
        ...(isNew ? [] : await messages.history(store.db, { flowId: flow.id, sessionId }, before)),
      ],
    }
  }

  async function openAssistant(userId: string, id: string, options: AssistantOptions) {
    const { account, definition } = await assistants.openAi(userId, id, openCredential)
    const { model, instructions, temperature, topP, codeFiles, vectorStoreId } = definition
    return deps.openAssistant(
      {
        ...{ ...account, model, instructions, temperature, topP },
        codeFiles: definition.codeInterpreter ? codeFiles.map((file) => file.id) : undefined,
        vectorStores: definition.fileSearch && vectorStoreId !== '' ? [vectorStoreId] : [],
      },
      options,
    )
  }
}

function toChatMessage({ role, content }: Prediction['history'][number]): ChatMessage {
  return { role: role === 'userMessage' ? 'user' : 'assistant', content }
}
