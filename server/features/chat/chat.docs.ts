import { z } from 'zod'
import type { Content, PlainRouteDocs } from '#server/http/openapi/route-docs.ts'
import { predictionInput } from '#shared/chat.ts'
import { predictionEventSchema, predictionResponseSchema } from '#shared/prediction-response.ts'

const answer = {
  text: 'Flowtill runs AI flows that you build on a canvas.',
  question: 'What does Flowtill do?',
  chatId: 'b7d1a3f0-52a7-4a8e-8d3f-0c1b2a3d4e5f',
  chatMessageId: '0c9d4b52-33f3-4f1e-9f0b-7a1c2e3d4f50',
  sessionId: 'b7d1a3f0-52a7-4a8e-8d3f-0c1b2a3d4e5f',
  isStreamValid: true,
}

const streaming = `
With \`"streaming": true\` the response is a stream of events, one JSON object per \`data:\` line:

\`\`\`
message:
data:{"event":"start","data":"Flow"}

message:
data:{"event":"token","data":"Flow"}

message:
data:{"event":"token","data":"till runs AI flows."}

message:
data:{"event":"metadata","data":{"chatId":"b7d1a3f0-52a7-4a8e-8d3f-0c1b2a3d4e5f","chatMessageId":"0c9d4b52-33f3-4f1e-9f0b-7a1c2e3d4f50","question":"What does Flowtill do?","sessionId":"b7d1a3f0-52a7-4a8e-8d3f-0c1b2a3d4e5f"}}

message:
data:{"event":"end","data":"[DONE]"}
\`\`\`

| Event | Data |
| --- | --- |
| \`start\` | The first text, repeated by the first \`token\`. |
| \`token\` | The next piece of the answer. |
| \`thinking\` | The next piece of the model's reasoning. |
| \`calledTools\` | Tools the model calls, with their input. |
| \`sourceDocuments\`, \`usedTools\`, \`fileAnnotations\`, \`artifacts\` | What the answer is based on, once it is complete. |
| \`tts_start\`, \`tts_data\`, \`tts_end\`, \`tts_abort\` | The spoken answer, where the flow reads answers aloud. \`tts_data\` has base64 audio. |
| \`metadata\` | Ids of the chat and of the stored answer, and follow-up prompts as JSON text. |
| \`abort\` | The answer was stopped. Only in an answer read again. |
| \`error\` | Why the answer has failed. Followed by \`end\`. |
| \`end\` | \`[DONE]\`: the last event. |

Lines starting with \`:\` are heartbeats. Closing the connection stops the answer.`

const response: Content = {
  'application/json': predictionResponseSchema,
  'text/event-stream': { schema: predictionEventSchema, example: { event: 'token', data: 'Flow' } },
}

const form = z.object({
  question: z.string(),
  chatId: z.string().optional(),
  streaming: z.enum(['true', 'false']).optional(),
  files: z.array(z.file()).optional(),
})

const body: Content = { 'application/json': predictionInput, 'multipart/form-data': { schema: form } }

export const predictionDocs: PlainRouteDocs = {
  id: 'predict',
  tag: 'Predictions',
  summary: 'Ask a flow',
  description: `Runs the published version of a flow with a question and responds with its answer. Send the \`chatId\` of the response to continue the conversation. As \`multipart/form-data\` the request can carry files; fields it does not know override inputs of the flow's nodes.\n${streaming}`,
  body,
  response,
  requestExample: { question: answer.question },
  responseExample: answer,
  errors: [401, 402, 403, 409, 429, 502],
}

export const internalPredictionDocs: PlainRouteDocs = {
  id: 'predictInternally',
  tag: 'Predictions',
  summary: 'Ask an own flow from the canvas',
  description:
    'As `predict`, for a flow of the caller. The conversation counts as a test and is not shown to visitors.',
  body,
  response,
  requestExample: { question: answer.question },
  responseExample: answer,
  errors: [402, 409, 502],
}
