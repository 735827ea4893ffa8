import type { RunEvent, Usage } from '#shared/runs.ts'

export const usage: Usage = { input: 1_100, cacheRead: 0, cacheWrite: 0, output: 104, reasoning: 20 }

const chain = { nodeId: 'conversationChain_0', label: 'Conversation Chain' }
const model = { nodeId: 'chatOpenAI_0', label: 'OpenAI' }
const memory = { nodeId: 'bufferMemory_0', label: 'Buffer Memory' }
const callId = 'chatOpenAI_0:1'

/** A run of model, memory and chain, as the engine reports it. */
export const answeredRun: RunEvent[] = [
  { type: 'run_started', at: 0, question: 'How are you?' },
  { type: 'node_started', at: 1, ...model },
  { type: 'node_finished', at: 2, nodeId: model.nodeId },
  { type: 'node_started', at: 3, ...memory },
  { type: 'node_finished', at: 4, nodeId: memory.nodeId },
  { type: 'node_started', at: 5, ...chain },
  {
    type: 'model_called',
    at: 10,
    nodeId: model.nodeId,
    callId,
    provider: 'openai',
    model: 'gpt-4o-mini',
    paidBy: 'platform',
    worstCase: { input: 1_200, output: 400 },
  },
  { type: 'thinking', at: 400, nodeId: model.nodeId, text: 'A greeting.' },
  { type: 'token', at: 900, nodeId: chain.nodeId, text: 'Well, ' },
  { type: 'token', at: 1_200, nodeId: chain.nodeId, text: 'thank you.' },
  {
    type: 'model_finished',
    at: 1_700,
    nodeId: model.nodeId,
    callId,
    reply: { text: 'Well, thank you.', usage, estimated: false, reasoning: 'A greeting.' },
    costMicro: 31,
  },
  { type: 'node_finished', at: 1_800, nodeId: chain.nodeId },
  { type: 'run_finished', at: 1_804, text: 'Well, thank you.', usage, costMicro: 31 },
]
