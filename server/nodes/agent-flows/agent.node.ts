import { defineNode } from '#server/engine/define-node.ts'
import type { Json } from '#server/engine/inputs.ts'
import { answerOf, runToolLoop } from '#server/engine/tool-loop.ts'
import { type AgentTool, openTools } from './agent-tools.ts'
import { buildConversation, messagesOf } from './conversation.ts'
import { documentStoreRows, openKnowledge, retrieverToolOf, vectorStoreRows } from './knowledge.ts'
import { countUsage, metadataOf, openModel } from './model-step.ts'
import { reviewCalls } from './review-calls.ts'
import {
  memoryInputs,
  messageRows,
  modelChoice,
  optionsOf,
  outputRows,
  prompt,
  responseRoles,
  stateUpdates,
} from './step-inputs.ts'
import { readStructured, schemaOf } from './structured-output.ts'
import { readUpdates } from './update-state.ts'

/** Tools that run at the provider, which bills the owner of the credential for them. */
const builtIn = (provider: string, model: string, options: Readonly<Record<string, string>>) =>
  ({
    type: 'multiOptions',
    label: `${provider} Built-in Tools`,
    description: 'Run and billed by the provider. They need a credential of your own.',
    options: optionsOf(options),
    optional: true,
    show: { agentModel: model },
  }) as const

export const agentAgentflow = defineNode({
  name: 'agentAgentflow',
  label: 'Agent',
  version: 3.2,
  category: 'Agent Flows',
  description: 'Completes a task with tools and knowledge.',
  icon: 'agent',
  baseClasses: ['Agent'],
  inputs: {
    agentModel: modelChoice,
    agentMessages: messageRows,
    agentToolsBuiltInOpenAI: builtIn('OpenAI', 'chatOpenAI', {
      web_search_preview: 'Web Search',
      code_interpreter: 'Code Interpreter',
      image_generation: 'Image Generation',
    }),
    agentToolsBuiltInGemini: builtIn('Gemini', 'chatGoogleGenerativeAI', {
      urlContext: 'URL Context',
      googleSearch: 'Google Search',
      codeExecution: 'Code Execution',
    }),
    agentToolsBuiltInAnthropic: builtIn('Anthropic', 'chatAnthropic', {
      web_search_20250305: 'Web Search',
      web_fetch_20250910: 'Web Fetch',
    }),
    agentTools: {
      type: 'array',
      label: 'Tools',
      optional: true,
      array: [
        {
          name: 'agentSelectedTool',
          label: 'Tool',
          type: 'asyncOptions',
          loadMethod: 'listTools',
          loadConfig: true,
        },
        {
          name: 'agentSelectedToolRequiresHumanInput',
          label: 'Require Human Input',
          type: 'boolean',
          default: false,
          optional: true,
        },
      ],
    },
    agentKnowledgeDocumentStores: documentStoreRows,
    agentKnowledgeVSEmbeddings: vectorStoreRows,
    ...memoryInputs('agent'),
    agentUserMessage: prompt('Input Message', { optional: true, show: { agentEnableMemory: true } }),
    agentReturnResponseAs: {
      type: 'options',
      label: 'Return Response As',
      options: responseRoles,
      default: 'userMessage',
    },
    agentStructuredOutput: outputRows('agentStructuredOutput'),
    agentUpdateState: stateUpdates,
  },
  async *step({ inputs, step, turn, label, ports, signal }) {
    const started = step.now()
    const { model, total } = countUsage(await openModel(step, 'agentModel', label))
    const chosen = await openTools(step, 'agentTools', label)
    const fields = { stores: 'agentKnowledgeDocumentStores', vectors: 'agentKnowledgeVSEmbeddings' }
    const knowledge = ports.ownTools(
      (await openKnowledge(step, fields, { label, ports, signal })).map(retrieverToolOf),
    )
    const tools = [...chosen.map(({ tool }) => tool), ...knowledge]
    const { agentUserMessage: userMessage, agentStructuredOutput: rows } = inputs
    const request = await buildConversation({
      ...{ step, model, userMessage, question: turn.question, rows: inputs.agentMessages },
      memory: {
        isOn: inputs.agentEnableMemory,
        type: inputs.agentMemoryType,
        windowSize: inputs.agentMemoryWindowSize,
        maxTokens: inputs.agentMemoryMaxTokenLimit,
      },
    })
    const { system, messages } = request
    const providerTools = builtInTools(String(step.stored('agentModel')), inputs)
    const offered = { ...request, ...(providerTools.length > 0 && { providerTools }) }
    const loop = runToolLoop({
      model,
      tools,
      request: offered,
      label,
      review: reviewCalls(step, chosen, ports),
    })
    const schema = schemaOf(rows)
    // Providers do not combine tools and a schema reliably, so the structure is asked for at the end.
    const result = schema ? await silently(loop) : yield* loop
    const keys = schema
      ? readStructured(
          (yield* model.stream({ system, messages: [...messages, ...result.messages, asJson], schema })).text,
          label,
        )
      : {}
    const content = schema ? JSON.stringify(keys) : result.text
    const value: { [key: string]: Json } = {
      content,
      ...keys,
      ...answerOf(result),
      ...(tools.length > 0 && { availableTools: describe([...chosen, ...knowledge.map(toAgentTool)]) }),
      ...metadataOf({ usage: total(), started, ended: step.now() }),
    }
    return {
      value,
      input: {
        messages: [
          ...(system ? [{ role: 'system', content: system }] : []),
          ...messages.map((message) => ({ role: message.role, content: message.content })),
        ],
      },
      patch: readUpdates(step, 'agentUpdateState', value),
      messages: messagesOf(userMessage, inputs.agentReturnResponseAs, content),
    }
  },
})

const asJson = { role: 'user' as const, content: 'Give this answer as JSON.' }

async function silently<Result>(pieces: AsyncGenerator<string, Result>): Promise<Result> {
  let piece = await pieces.next()
  while (!piece.done) {
    piece = await pieces.next()
  }
  return piece.value
}

const toAgentTool = (tool: AgentTool['tool']): AgentTool => ({
  ...{ tool, needsApproval: false },
  toolNode: { label: tool.name, name: 'retrieverTool' },
})

function describe(tools: readonly AgentTool[]): Json[] {
  return tools.map(({ tool: { name, description, parameters }, toolNode }) => ({
    ...{ name, description, schema: parameters, toolNode },
  }))
}

type BuiltIn = Readonly<
  Record<`agentToolsBuiltIn${'OpenAI' | 'Gemini' | 'Anthropic'}`, readonly string[] | undefined>
>

/** Choices for another model stay in the file and have no effect. */
function builtInTools(model: string, inputs: BuiltIn): readonly string[] {
  switch (model) {
    case 'chatOpenAI':
      return inputs.agentToolsBuiltInOpenAI ?? []
    case 'chatGoogleGenerativeAI':
      return inputs.agentToolsBuiltInGemini ?? []
    case 'chatAnthropic':
      return inputs.agentToolsBuiltInAnthropic ?? []
    default:
      return []
  }
}
