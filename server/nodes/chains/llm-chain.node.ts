import type { Turn } from '#server/engine/call-context.ts'
import { callModel } from '#server/engine/call-model.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type { ChatModel, Moderation, OutputParser, Prompt } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import type { ChatMessage, ChatRequest } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'
import { findRejection, inputModeration, toWords } from './moderate.ts'
import { resolvePrompt } from './resolve-prompt.ts'
import { showImages } from './show-images.ts'

type Call = {
  inputs: {
    readonly model: ChatModel
    readonly prompt: Prompt
    readonly outputParser: OutputParser | undefined
    readonly inputModeration: Moderation[]
  }
  turn: Turn
  label: string
}

export const llmChain = defineNode({
  name: 'llmChain',
  label: 'LLM Chain',
  version: 3,
  category: 'Chains',
  description: 'Fills in a prompt and sends it to a model.',
  icon: 'chain',
  baseClasses: ['LLMChain', 'BaseChain', 'Runnable'],

  inputs: {
    model: { label: 'Language Model', type: 'BaseLanguageModel' },
    prompt: { label: 'Prompt', type: 'BasePromptTemplate' },
    outputParser: { label: 'Output Parser', type: 'BaseLLMOutputParser', optional: true },
    inputModeration,
    chainName: { label: 'Chain Name', type: 'string', placeholder: 'Name Your Chain', optional: true },
  },

  outputs: {
    llmChain: {
      label: 'LLM Chain',
      baseClasses: ['LLMChain', 'BaseChain', 'Runnable'],
      build: (call) => ({ ask: (question) => predict(call, question) }),
    },
    outputPrediction: {
      label: 'Output Prediction',
      baseClasses: ['string', 'json'],
      build: (call) => predict(call, call.turn.question),
    },
  },

  async *run(call) {
    const { inputs, turn } = call
    const rejection = await findRejection(inputs.inputModeration, turn.question)
    if (rejection !== undefined) {
      yield* toWords(rejection)
      return
    }
    const request = toRequest(call, turn.question)
    if (inputs.outputParser) {
      const { text } = await callModel(inputs.model, request)
      return { json: await parseAnswer(inputs.model, inputs.outputParser, text) }
    }
    yield* inputs.model.stream(request)
    return
  },
})

/** Returns the answer as text for another node, or as JSON text if an output parser is connected. */
async function predict(call: Call, question: string): Promise<string> {
  const { model, outputParser } = call.inputs
  const rejection = await findRejection(call.inputs.inputModeration, question)
  if (rejection !== undefined) {
    return rejection
  }
  const { text } = await callModel(model, toRequest(call, question))
  return outputParser ? JSON.stringify(await parseAnswer(model, outputParser, text)) : text
}

function toRequest({ inputs: { prompt, outputParser }, turn, label }: Call, question: string): ChatRequest {
  const given: Record<string, string> = outputParser ? { format_instructions: outputParser.instructions } : {}
  const messages = resolvePrompt(prompt, { question, given, label })
  const isInstructed = !outputParser || prompt.variables.includes('format_instructions')
  return showImages(
    { messages: isInstructed ? messages : appendInstructions(messages, outputParser.instructions) },
    turn.images,
  )
}

/** Appended to the last user message, where models follow instructions best. */
function appendInstructions(messages: ChatMessage[], instructions: string): ChatMessage[] {
  const lastUser = messages.findLastIndex(({ role }) => role === 'user')
  const place = lastUser < 0 ? messages.length - 1 : lastUser
  return messages.map((message, index) =>
    index === place ? { ...message, content: `${message.content}\n\n${instructions}` } : message,
  )
}

/** Parses a model's reply. With `autofix`, the model gets one retry with its reply and the error. */
async function parseAnswer(model: ChatModel, parser: OutputParser, text: string): Promise<Json> {
  try {
    return await parser.parse(text)
  } catch (error) {
    if (!parser.autofix || !(error instanceof AppError && error.code === 'MODEL_OUTPUT')) {
      throw error
    }
    const content = [
      'An answer was asked for with these instructions:',
      parser.instructions,
      'This was answered:',
      text,
      `It cannot be read: ${error.message}`,
      'Write the answer again so that it follows the instructions. Write nothing else.',
    ].join('\n\n')
    const fixed = await callModel(model, { messages: [{ role: 'user', content }] })
    return parser.parse(fixed.text)
  }
}
