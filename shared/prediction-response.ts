import { z } from 'zod'
import { answerExtrasSchema } from './runs.ts'

const nodeStates = z.enum(['INPROGRESS', 'FINISHED', 'STOPPED', 'ERROR', 'TERMINATED', 'TIMEOUT'])

/** One visit of a node. Visitors get its name and state only. */
const executedItemSchema = z.object({
  nodeId: z.string(),
  nodeLabel: z.string(),
  previousNodeIds: z.array(z.string()),
  status: nodeStates,
  data: z.record(z.string(), z.json()),
})

/** An operator answers in this conversation: there is no text, or only the part before the operator took over. */
const aiDisabled = z.literal(true).optional()

/** The JSON body of a prediction. Absent parts are left out. */
export const predictionResponseSchema = z.object({
  text: z.string().optional(),
  json: z.unknown().optional(),
  question: z.string(),
  chatId: z.string(),
  chatMessageId: z.string(),
  sessionId: z.string(),
  memoryType: z.string().optional(),
  isStreamValid: z.boolean(),
  ...answerExtrasSchema.shape,
  /** Agent flows only. */
  executionId: z.string().optional(),
  agentFlowExecutedData: z.array(executedItemSchema).optional(),
  /** What the run waits for. It is sent back with the answer. */
  action: z.json().optional(),
  aiDisabled,
})

const event = <const Name extends string, Data extends z.ZodType>(name: Name, data: Data) =>
  z.object({ event: z.literal(name), data })
const { sourceDocuments, usedTools, fileAnnotations, artifacts, flowVariables } = answerExtrasSchema.shape
const soundOf = { chatMessageId: z.string() }
const done = z.literal('[DONE]')

/** One `data:` line of a streamed prediction. */
export const predictionEventSchema = z.discriminatedUnion('event', [
  event('start', z.union([z.string(), z.array(z.json())])),
  event('agentFlowEvent', z.enum(['INPROGRESS', 'FINISHED', 'STOPPED', 'ERROR', 'TERMINATED'])),
  event(
    'nextAgentFlow',
    z.object({
      nodeId: z.string(),
      nodeLabel: z.string(),
      status: nodeStates,
      error: z.string().optional(),
    }),
  ),
  event('agentFlowExecutedData', z.array(executedItemSchema)),
  event('agentReasoning', z.array(z.json())),
  event('nextAgent', z.string()),
  event('action', z.json()),
  event('usageMetadata', z.json()),
  event('token', z.string()),
  event('thinking', z.string()),
  event('calledTools', z.array(z.object({ tool: z.string(), toolInput: z.json() }))),
  event('sourceDocuments', sourceDocuments.unwrap()),
  event('usedTools', usedTools.unwrap()),
  event('fileAnnotations', fileAnnotations.unwrap()),
  event('artifacts', artifacts.unwrap()),
  event('tts_start', z.object({ ...soundOf, format: z.string() })),
  event('tts_data', z.object({ ...soundOf, audioChunk: z.base64() })),
  event('tts_end', z.object(soundOf)),
  event('tts_abort', z.object(soundOf)),
  event(
    'metadata',
    z.object({
      chatId: z.string(),
      chatMessageId: z.string(),
      question: z.string(),
      sessionId: z.string(),
      memoryType: z.string().optional(),
      followUpPrompts: z.string().optional(),
      flowVariables,
      executionId: z.string().optional(),
      action: z.json().optional(),
      aiDisabled,
    }),
  ),
  event('abort', done),
  event('error', z.string()),
  event('end', done),
])

/** One event of a spoken answer: the same shape, with its own name on the `event:` line. */
export const speechEventSchema = z.discriminatedUnion('event', [
  event('tts_start', z.object({ ...soundOf, format: z.string() })),
  event('tts_data', z.object({ ...soundOf, audioChunk: z.base64() })),
  event('tts_end', z.object(soundOf)),
  event('tts_error', z.object({ ...soundOf, error: z.string() })),
])
