import { listedMessageSchema, predictionInput, statsSchema } from '#shared/chat.ts'
import { uploadInfoSchema } from '#shared/chatbot.ts'
import { feedbackSchema } from '#shared/feedback.ts'
import { leadSchema } from '#shared/leads.ts'
import {
  predictionEventSchema,
  predictionResponseSchema,
  speechEventSchema,
} from '#shared/prediction-response.ts'
import { voiceSchema } from '#shared/speaking.ts'
import { attachmentSchema, storedUploadSchema, uploadSchema } from '#shared/uploads.ts'
import { name } from './registry.ts'

const extras = {
  sourceDocuments: 'Documents the answer is based on: `{ pageContent, metadata }`.',
  usedTools: 'Tools the answer used: `{ tool, toolInput, toolOutput }`.',
  artifacts: 'Images and other results of tools: `{ type, data }`.',
  followUpPrompts: 'Suggested next questions: JSON text of a JSON text of an array of strings.',
}

name('PredictionRequest', predictionInput, 'A question to a flow. Unknown fields are ignored.', {
  question: 'The question. It may be empty when a recording is sent in `uploads`.',
  chatId: 'The conversation to continue. Without it a new one begins.',
  sessionId: 'Accepted for compatibility. The session is named in `overrideConfig.sessionId`.',
  streaming: '`true` asks for a stream of events.',
  history: 'Messages of an earlier conversation, oldest first.',
  overrideConfig:
    'Values for inputs of nodes and for variables (`vars`). Only what the flow allows to be overridden takes effect.',
  leadEmail: 'Email address of the visitor, stored with the message.',
  uploads: 'Files, recordings and links that belong to the question.',
})
name(
  'PredictionResponse',
  predictionResponseSchema,
  'The answer of a flow. Parts it does not have are absent.',
  {
    ...extras,
    text: 'The answer. Absent when the flow ends in an object: see `json`.',
    json: 'The answer of a flow that ends in an object.',
    question: 'The question, or the text of a recording.',
    chatId: 'The conversation. Send it with the next question.',
    chatMessageId: 'Id of the stored answer, for feedback.',
    sessionId: 'The session whose memory was used.',
    memoryType: 'The kind of memory of the flow.',
    isStreamValid: 'Whether this flow can stream.',
    fileAnnotations:
      'Files an assistant has made: `{ filePath, fileName, size, url }`, or `{ filePath, error }`.',
    flowVariables: 'Values that the flow has set.',
  },
)
name(
  'PredictionEvent',
  predictionEventSchema,
  'One frame of a streamed prediction: the JSON after `data:`. Ignore events you do not know.',
)
name('SpeechEvent', speechEventSchema, 'One frame of a spoken answer: the JSON after `data:`.')
name('Upload', uploadSchema, 'A file, recording or link sent with a question.', {
  type: '`file` (image), `file:full` (text of a document), `file:rag`, `audio` or `url`.',
  name: 'File name.',
  mime: 'Media type.',
  data: 'A data URI, the text of a document, or a URL, depending on `type`.',
})
name('StoredUpload', storedUploadSchema, 'A file of a message. Download it with `getUploadedFile`.')
name('Attachment', attachmentSchema, 'A document and the text read from it.', {
  size: 'Bytes.',
  content: 'The text, or the bytes in base64 if the request asked for them.',
})
name('Message', listedMessageSchema, 'One message of a conversation. Parts it does not have are absent.', {
  ...extras,
  role: '`userMessage` is a question, `apiMessage` an answer.',
  chatflowid: 'The flow.',
  chatId: 'The conversation.',
  chatType: '`INTERNAL` is a chat on the canvas, `EXTERNAL` a chat of a visitor or a program.',
  runId: 'The run that produced the answer.',
  durationMs: 'How long the answer took, in milliseconds.',
  tokens: 'Tokens in and out.',
  cost: 'US dollars charged.',
  fileUploads: 'Files sent with the question.',
  feedback: 'The rating of the answer. Present only when requested with `feedback=true`.',
})
name('MessageStatistics', statsSchema, 'Counts over the messages that match a filter.')
name('Feedback', feedbackSchema, 'The rating of one answer.', { content: 'A comment.' })
name('Lead', leadSchema, 'Contact details a visitor left.')
name('UploadInfo', uploadInfoSchema, 'Which files may be sent with a question. Sizes are megabytes.')
name('Voice', voiceSchema, 'A voice of a text-to-speech provider.')
