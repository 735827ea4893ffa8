import type { SpanValue } from '#server/ports/traces.ts'
import { microToUsd } from '#shared/money.ts'
import type { ChatReply, EventOf, Usage } from '#shared/runs.ts'

// OpenTelemetry's attributes for generative AI, and those from which Langfuse and LangSmith read the kind of a
// span.

type Attributes = Record<string, SpanValue>

const providers: Record<string, string> = {
  google: 'gcp.gemini',
  vertex: 'gcp.vertex_ai',
  azure: 'azure.ai.openai',
  azurespeech: 'azure.ai.inference',
  bedrock: 'aws.bedrock',
  mistral: 'mistral_ai',
  xai: 'x_ai',
}

type Call = Pick<EventOf<'model_called'>, 'nodeId' | 'callId' | 'provider' | 'model'>

/** Embeddings are recognized by the call id, transcription by the node id. */
export function modelAttributes(call: Call): { operation: string; attributes: Attributes } {
  const { nodeId, callId, provider, model } = call
  const isEmbedding = /:embed:\d+$/.test(callId)
  const operation = isEmbedding ? 'embeddings' : nodeId === 'speechToText' ? 'transcription' : 'chat'
  const name = providers[provider] ?? provider
  return {
    operation,
    attributes: {
      'gen_ai.operation.name': operation,
      'gen_ai.provider.name': name,
      'gen_ai.system': name,
      'gen_ai.request.model': model,
      'langsmith.span.kind': isEmbedding ? 'embedding' : 'llm',
      'langfuse.observation.type': isEmbedding ? 'embedding' : 'generation',
      'flowtill.node.id': nodeId,
    },
  }
}

/** Cached tokens count as input. Costs are in dollars, as charged to the wallet. */
export function usageAttributes(
  { input, cacheRead, cacheWrite, output }: Usage,
  costMicro: number,
): Attributes {
  return {
    'gen_ai.usage.input_tokens': input + cacheRead + cacheWrite,
    'gen_ai.usage.output_tokens': output,
    ...(cacheRead > 0 && { 'gen_ai.usage.cache_read.input_tokens': cacheRead }),
    ...(cacheWrite > 0 && { 'gen_ai.usage.cache_creation.input_tokens': cacheWrite }),
    ...(costMicro > 0 && { 'gen_ai.usage.cost': microToUsd(costMicro) }),
  }
}

export function replyAttributes({ text, toolCalls = [] }: ChatReply): Record<string, unknown> {
  const calls = toolCalls.map(({ id, name, args }) => ({ type: 'tool_call', id, name, arguments: args }))
  const parts = [...(text === '' ? [] : [{ type: 'text', content: text }]), ...calls]
  return {
    'output.value': text === '' && calls.length > 0 ? calls : text,
    'gen_ai.output.messages': [{ role: 'assistant', parts }],
  }
}

export function toolAttributes({ tool, callId, nodeId }: EventOf<'tool_called'>): Attributes {
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool,
    'gen_ai.tool.call.id': callId,
    'langsmith.span.kind': 'tool',
    'langfuse.observation.type': 'tool',
    'flowtill.node.id': nodeId,
  }
}
