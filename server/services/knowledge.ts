import { AppError } from '../../shared/errors.ts'
import type { Config } from '../config.ts'
import type { Writer } from '../db/store.ts'
import { deleteChannelsOf } from '../features/channels/channels.repository.ts'
import { executeRun } from '../features/chat/execute-run.ts'
import { createRunPorts } from '../features/chat/run-ports.ts'
import { deleteEvaluationsOf } from '../features/evaluations/removal.repository.ts'
import { createPoolsService } from '../features/pools/create-pools.ts'
import { createDefaultEmbedding } from '../features/pools/default-embedding.ts'
import { createStoresService } from '../features/stores/create-stores.ts'
import { catalogue } from '../nodes/catalogue.ts'
import type { Search } from '../search/search.ts'
import type { Adapters } from './adapters.ts'
import type { FlowResources } from './flow-resources.ts'
import type { FlowsAndRuns } from './flows-and-runs.ts'
import type { Base, Foundation } from './foundation.ts'
import type { Money } from './money.ts'

type Deps = {
  base: Base
  config: Config
  adapters: Adapters
  foundation: Foundation
  usage: Money['usage']
  resources: FlowResources
  flowsAndRuns: FlowsAndRuns
  search: Search
}

export type Knowledge = ReturnType<typeof createKnowledge>

/** Document stores: what they read, store and find. */
export function createKnowledge(deps: Deps) {
  const { base, config, adapters, foundation, usage, resources, flowsAndRuns, search } = deps
  const { jobs, indexes } = foundation
  const { credentials, defaultModel, variables, tools, assistants, customMcpServers } = resources
  const { flows, runs, messages } = flowsAndRuns
  const { files } = adapters
  const portsOf = createRunPorts({
    ...{ store: base.store, flows, messages, variables, tools, assistants, customMcpServers, indexes },
    ports: { ...adapters.world, defaultModel: defaultModel.open },
    openAssistant: adapters.openAssistant,
    openCredential: credentials.openFor,
    openIndex: search.openIndex,
    records: search.records,
    openUpload: rejectUpload,
    keepUpload: rejectUpload,
    openFile: files.open,
    callFlow: rejectCall,
    requestPerson: async () => 'unavailable',
    documentStores: { open: rejectUpload, list: async () => [] },
  })
  const stores = createStoresService({
    ...base,
    ...{ catalogue, flows, credentials, runs, jobs, indexes, files, executeRun },
    history: flowsAndRuns.upsertHistory,
    nameOf: async (userId) => (await foundation.users.get(base.store.db, userId)).username,
    prices: usage.prices,
    portsOf: (flow, chatId) =>
      portsOf(
        flow,
        { ...noRequest, chatId },
        { chatType: 'INTERNAL', isNew: true, isVisitor: false, callStack: [], before: undefined },
      ),
    openersOf: (userId) => ({
      credential: (id, kind) => credentials.openFor(userId, id, kind),
      defaultModel: defaultModel.open,
    }),
  })
  const pools = createPoolsService({
    ...base,
    ...{ stores, jobs, indexes, files },
    parts: adapters.partFiles,
    chooseEmbedding: createDefaultEmbedding({
      listShared: credentials.listShared,
      isSandboxAddress: (address) => address === adapters.sandboxUrl(),
      sandbox: config.SANDBOX,
    }),
  })
  return {
    stores,
    pools,
    /** Of a removed user. */
    knowledgeRemoval: {
      stop: jobs.cancelOf,
      async remove(tx: Writer, userId: string) {
        const uploads = await pools.uploadsOf(tx, userId)
        await flowsAndRuns.upsertHistory.removeOf(tx, userId)
        await stores.removeOf(tx, userId)
        await indexes.removeOf(tx, userId)
        await jobs.removeOf(tx, userId)
        await deleteChannelsOf(tx, { userId })
        await deleteEvaluationsOf(tx, userId)
        return async () => {
          for (const { id } of uploads) {
            await adapters.partFiles.remove(id)
          }
        }
      },
    },
  }
}

const noRequest = { question: '', streaming: false, history: [], overrideConfig: {}, uploads: [] }

/** A store has files, but no conversation that could have uploads. */
async function rejectUpload(): Promise<never> {
  throw new AppError('NOT_FOUND', 'This file does not exist.')
}

async function rejectCall(): Promise<never> {
  throw new AppError('INVALID_FLOW', 'A document store cannot call flows.')
}
