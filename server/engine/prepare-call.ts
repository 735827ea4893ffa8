import { credentialOf } from '#shared/flow-file.ts'
import { outsideOf } from './call-outside.ts'
import type { AnyCall } from './define-node.ts'
import type { Tool } from './handles.ts'
import { NodeFailure } from './node-failure.ts'
import { patienceOf } from './patience.ts'
import type { Step } from './plan-flow.ts'
import type { OpenedCredential } from './ports.ts'
import { readInputs } from './read-inputs.ts'
import { recordEmbeddings } from './record-embeddings.ts'
import { recordModels } from './record-model.ts'
import { recordPaid } from './record-paid.ts'
import { recordTools } from './record-tool.ts'
import type { Taking } from './running.ts'
import { refuseUnpaid } from './shared-credential.ts'
import type { Turn } from './surroundings.ts'
import { secretsOf } from './trace.ts'

/** All a node is called with: its fields, its opened credential, and the world as this run and this node may use it. */
export async function prepareCall(step: Step, taking: Taking, isEnding: boolean): Promise<AnyCall> {
  const { id, node, data, label } = step
  const { turn, ports, log, signal, stream, built, tracing, reuse } = taking
  const scope = { node: label, turn, built, holder: { id, listens: stream && isEnding } }
  const credentialId = node.credential && credentialOf(data)
  const opened: OpenedCredential | undefined = credentialId
    ? await ports.credential(credentialId, node.credential?.name ?? '')
    : undefined
  tracing?.hide(secretsOf(node.credential?.inputs ?? {}, opened?.values ?? {}))
  if (opened?.platform) {
    refuseUnpaid(node, label)
  }
  const recording = {
    trace: tracing,
    reuse,
    nodeId: id,
    log,
    signal,
    platform: opened?.platform ?? false,
    patience: patienceOf(data),
    blame: (error: unknown) => new NodeFailure(step, error),
  }
  return {
    inputs: readInputs(node.inputs, data.inputs, scope),
    credential: opened && node.credential && readInputs(node.credential.inputs, opened.values, scope),
    turn,
    signal,
    label,
    isShared: recording.platform,
    shared: taking.shared,
    flowVariables: taking.flowVariables,
    ports: {
      history: ports.history,
      ...outsideOf(ports, signal),
      openIndex: (recipe) => ports.openIndex(recipe, signal),
      ownTools: (tools) => tools.map((tool) => recordTools(tool, { nodeId: id, log, signal }) as Tool),
      records: ports.records,
      openFile: ports.openFile,
      customTool: ports.customTool,
      askAssistant: ports.askAssistant,
      runCode: (script) => ports.runCode({ ...script, vars: turn.vars, flow: flowValues(turn), signal }),
      askFlow: (question) => ports.askFlow({ ...question, signal }),
      openMcp: (settings) => ports.openMcp(settings, signal),
      readDocument: (bytes, format, settings) =>
        ports.readDocument(bytes, format, settings, { flow: turn.flowId, visitor: turn.chatId, signal }),
      sql: ports.sql,
      queryDatabase: (place, statement) => ports.queryDatabase(place, statement, signal),
      redis: ports.redis,
      chatModel: recordModels({ ...recording, chat: ports.chat }),
      defaultModel: async (choice, cache) => {
        const { settings, chat } = await ports.defaultModel()
        const set = Object.entries(choice).filter(([, value]) => value !== undefined)
        return recordModels({ ...recording, platform: true, chat })(
          { ...settings, ...Object.fromEntries(set) },
          cache,
        )
      },
      embeddings: recordEmbeddings({ ...recording, embed: ports.embed }),
      paid: recordPaid(recording),
    },
  }
}

/** `$flow` of a script. */
function flowValues({ flowId, chatId, sessionId, messageId, question, chatHistory }: Turn) {
  return {
    chatflowId: flowId,
    chatId,
    sessionId,
    apiMessageId: messageId,
    input: question,
    chatHistory: chatHistory ?? '',
    state: {},
  }
}
