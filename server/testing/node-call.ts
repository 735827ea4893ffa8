import type { AnyCall } from '#server/engine/define-node.ts'

type FlowContext = Pick<
  AnyCall,
  'turn' | 'signal' | 'label' | 'isShared' | 'shared' | 'flowVariables' | 'ports'
>

const turn = { question: 'Hi', flowId: '', chatId: '', sessionId: '', messageId: '', vars: {} }

/**
 * Everything a node is called with besides its inputs, for tests of a single node. Ports that are not given throw.
 */
export function aSurrounding(ports: Partial<AnyCall['ports']> = {}, label = 'Node'): FlowContext {
  return {
    turn,
    signal: new AbortController().signal,
    label,
    isShared: false,
    shared: new Map(),
    flowVariables: new Map(),
    ports: {
      history: async () => [],
      fetch: unused('the outside world'),
      chatModel: unused('a chat model'),
      defaultModel: unused('the default model'),
      embeddings: unused('an embedding model'),
      paid: (call) => call.send(),
      openIndex: unused('an index'),
      namedIndex: unused('a named index'),
      documentStore: unused('a document store'),
      records: unused('records of a store'),
      openFile: unused('a file'),
      fetchAws: unused('AWS'),
      readDocument: unused('a document'),
      sql: unused('a database'),
      queryDatabase: unused('a database to be read'),
      redis: unused('a Redis'),
      customTool: unused('a custom tool'),
      idempotencyKey: async () => 'key-of-this-call',
      ownTools: (tools) => tools,
      effect: (_, work) => work(),
      runCode: unused('a script'),
      callFlow: unused('another flow'),
      requestPerson: unused('a person'),
      openMcp: unused('a server of tools'),
      openMcpServer: unused('a stored server of tools'),
      openAssistant: unused('an assistant'),
      keepFile: unused('a file to keep'),
      ...ports,
    },
  }
}

function unused(what: string) {
  return (): never => {
    throw new Error(`This test did not expect ${what} to be asked for.`)
  }
}
