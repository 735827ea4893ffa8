import { callModel } from '#server/engine/call-model.ts'
import { defineNode } from '#server/engine/define-node.ts'
import type {
  ChatModel,
  Document,
  QueryEngine,
  QueryEngineTool,
  Synthesizer,
} from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { defaultPrompts, refineOver } from '#server/nodes/response-synthesizers/synthesize.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord, parseJson } from '#shared/json.ts'

type Inputs = {
  readonly queryEngineTools: QueryEngineTool[]
  readonly model: ChatModel
  readonly responseSynthesizer: Synthesizer | undefined
}
type SubQuestion = { tool: QueryEngineTool; question: string }

const maxQuestions = 10

export const subQuestionQueryEngine = defineNode({
  name: 'subQuestionQueryEngine',
  label: 'Sub Question Query Engine',
  version: 2,
  category: 'Engine',
  description: 'Splits a question into parts, answers each with an engine and combines the answers.',
  icon: 'engine',
  baseClasses: ['SubQuestionQueryEngine', 'BaseQueryEngine'],
  badge: 'DEPRECATING',
  tags: ['LlamaIndex'],

  inputs: {
    queryEngineTools: { label: 'QueryEngine Tools', type: 'QueryEngineTool', list: true },
    model: { label: 'Chat Model', type: 'BaseChatModel_LlamaIndex' },
    embeddings: { label: 'Embeddings', type: 'BaseEmbedding_LlamaIndex' },
    responseSynthesizer: {
      label: 'Response Synthesizer',
      type: 'ResponseSynthesizer',
      description: 'How to combine the partial answers.',
      optional: true,
    },
    returnSourceDocuments: { label: 'Return Source Documents', type: 'boolean', optional: true },
  },

  build: ({ inputs, label }) => engineOf(inputs, label),

  async *run({ inputs, label, turn: { question } }) {
    const { sourceDocuments } = yield* engineOf(inputs, label).query(question)
    return inputs.returnSourceDocuments ? { sourceDocuments } : undefined
  },
})

function engineOf(inputs: Inputs, label: string): QueryEngine {
  const { queryEngineTools: tools, model } = inputs
  const synthesizer = inputs.responseSynthesizer ?? refineOver(defaultPrompts)
  if (tools.length === 0) {
    throw new AppError('INVALID_FLOW', `${label}: connect the engines whose answers it is to put together.`)
  }
  return {
    async *query(question) {
      const parts = await decompose(question, inputs)
      const answered = await Promise.all(parts.map(answer))
      const documents = answered.map(({ passage }) => passage)
      const text = yield* synthesizer.synthesize({ question, documents, model })
      return { text, sourceDocuments: [...documents, ...answered.flatMap(({ sources }) => sources)] }
    },
  }
}

async function answer({ tool, question }: SubQuestion) {
  const pieces = tool.engine.query(question)
  let step = await pieces.next()
  while (!step.done) {
    step = await pieces.next()
  }
  const { text, sourceDocuments: sources } = step.value
  const passage: Document = {
    pageContent: `Sub question: ${question}\nResponse: ${text}`,
    metadata: { tool: tool.name },
  }
  return { passage, sources }
}

/** The model's sub-questions. After an unreadable reply every engine gets the whole question. */
async function decompose(
  question: string,
  { model, queryEngineTools: tools }: Inputs,
): Promise<SubQuestion[]> {
  const { text } = await callModel(model, {
    system: `Take the user's question apart into questions that one of these sources can answer by itself. Use no more of them than are needed, and keep the language of the question.

${tools.map(({ name, description }) => `${name}: ${description}`).join('\n')}

Answer with JSON alone: {"questions": [{"source": "name of the source", "question": "..."}]}`,
    messages: [{ role: 'user', content: question }],
    schema: { name: 'sub_questions', schema: schemaFor(tools) },
  })
  const parts = readQuestions(text).flatMap(({ source, question: part }) => {
    const tool = tools.find(({ name }) => name === source)
    return tool && typeof part === 'string' && part.trim() !== '' ? [{ tool, question: part }] : []
  })
  return parts.length > 0 ? parts.slice(0, maxQuestions) : tools.map((tool) => ({ tool, question }))
}

function schemaFor(tools: readonly QueryEngineTool[]): { [key: string]: Json } {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['questions'],
    properties: {
      questions: {
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['source', 'question'],
          properties: {
            source: { type: 'string', enum: tools.map(({ name }) => name) },
            question: { type: 'string' },
          },
        },
      },
    },
  }
}

function readQuestions(text: string): { source?: unknown; question?: unknown }[] {
  const parsed = parseJson(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  const questions = isRecord(parsed) ? parsed.questions : undefined
  return Array.isArray(questions) ? questions.filter(isRecord) : []
}
