import { z } from 'zod'
import { apiKeySchema } from '#shared/api-keys.ts'
import { assistantSchema } from '#shared/assistants.ts'
import { auditEntrySchema, auditPage } from '#shared/audit.ts'
import { deviceSessionSchema, loginInput, registerInput, sessionSchema, userSchema } from '#shared/auth.ts'
import { messageSchema, predictionInput, statsSchema } from '#shared/chat.ts'
import { uploadInfoSchema } from '#shared/chatbot.ts'
import { createCredentialInput, credentialSchema, openCredentialSchema } from '#shared/credentials.ts'
import { errorBodySchema } from '#shared/errors.ts'
import { importPreviewSchema, importResultSchema } from '#shared/export-import.ts'
import { feedbackSchema } from '#shared/feedback.ts'
import { filledSchema } from '#shared/fill-store.ts'
import { createFlowInput, flowIssueSchema, flowSchema } from '#shared/flows.ts'
import { leadSchema } from '#shared/leads.ts'
import {
  anyPaymentSchema,
  billingSchema,
  createPaymentInput,
  exchangePreviewSchema,
  exchangeRateSchema,
  paymentCaseSchema,
  paymentSchema,
  paymentStartedSchema,
  refundSchema,
} from '#shared/payments.ts'
import {
  predictionEventSchema,
  predictionResponseSchema,
  speechEventSchema,
} from '#shared/prediction-response.ts'
import { fullProfileSchema, meSchema } from '#shared/profile.ts'
import { voiceSchema } from '#shared/speaking.ts'
import { customRowSchema, shippedRowSchema } from '#shared/templates.ts'
import { toolSchema } from '#shared/tools.ts'
import { attachmentSchema, storedUploadSchema, uploadSchema } from '#shared/uploads.ts'
import {
  accountCapsSchema,
  priceRowSchema,
  priceSchema,
  publicPricesSchema,
  usageSummarySchema,
} from '#shared/usage.ts'
import { listedUserSchema } from '#shared/users.ts'
import { deleteResult, variableSchema } from '#shared/variables.ts'
import {
  ledgerStateSchema,
  movementPage,
  movementSchema,
  usageEntrySchema,
  walletOwnerSchema,
  walletSchema,
} from '#shared/wallet.ts'

type Names = { id: string; description?: string }

/** Names of schemas in the document. A schema without a name is stated in place. */
export const components = z.registry<Names>()

const named: Record<string, [schema: z.ZodType, description?: string]> = {
  Error: [errorBodySchema, 'The body of every error, whatever its status.'],
  PredictionRequest: [predictionInput, 'A question to a flow. Unknown fields are ignored.'],
  PredictionResponse: [predictionResponseSchema, 'The answer of a flow. Parts it does not have are absent.'],
  PredictionEvent: [
    predictionEventSchema,
    'One frame of a streamed prediction: the JSON after `data:`. Unknown events are to be ignored.',
  ],
  SpeechEvent: [speechEventSchema, 'One frame of a spoken answer: the JSON after `data:`.'],
  Upload: [uploadSchema, 'A file, recording or link sent with a question.'],
  StoredUpload: [storedUploadSchema, 'A file of a message. Its bytes are at `GET /get-upload-file`.'],
  Attachment: [attachmentSchema, 'A document and the text read from it.'],
  Message: [messageSchema, 'One message of a conversation.'],
  MessageStatistics: [statsSchema],
  Feedback: [feedbackSchema, 'The rating of one answer.'],
  Lead: [leadSchema, 'Contact details a visitor left.'],
  UploadInfo: [uploadInfoSchema, 'Which files may be sent with a question.'],
  Flow: [flowSchema, 'A flow and its settings. Settings are JSON text, as Flowise clients store them.'],
  CreateFlow: [createFlowInput],
  FlowIssue: [flowIssueSchema, 'What keeps one node of a flow from running.'],
  UpsertResult: [filledSchema, 'Counts of document chunks after a vector store was filled.'],
  Credential: [credentialSchema, 'A stored credential without its secrets.'],
  CredentialWithFields: [openCredentialSchema, 'A credential with its fields; secret fields are masked.'],
  CreateCredential: [createCredentialInput],
  Tool: [toolSchema, 'A custom tool.'],
  Variable: [variableSchema, 'A value that flows read as `{{$vars.name}}`.'],
  Assistant: [assistantSchema],
  Template: [shippedRowSchema, 'A template that comes with this server.'],
  CustomTemplate: [customRowSchema, 'A template saved on this server.'],
  ImportPreview: [importPreviewSchema, 'What an import would create.'],
  ImportResult: [importResultSchema],
  DeleteResult: [deleteResult, '`affected` is the number of deleted rows.'],
  UsageSummary: [usageSummarySchema, 'Spending at a glance. All amounts are US dollars.'],
  SpendingLimits: [accountCapsSchema, 'Spending limits in US dollars; `null` is no limit.'],
  Price: [priceSchema, 'Prices of a model in US dollars per million units, as decimal text.'],
  PriceVersion: [priceRowSchema],
  PublicPrices: [publicPricesSchema],
  Wallet: [walletSchema, 'A prepaid balance. Amounts are US dollars.'],
  WalletOwner: [walletOwnerSchema],
  Movement: [movementSchema, 'One line of a wallet statement. Usage is one line per flow and day.'],
  MovementPage: [movementPage],
  UsageEntry: [usageEntrySchema, 'One charge of a usage line.'],
  LedgerState: [ledgerStateSchema, 'Whether the ledger is sound. Findings stop all money writes.'],
  ExchangeRate: [exchangeRateSchema],
  ExchangePreview: [exchangePreviewSchema, 'What a top-up costs in Turkish lira.'],
  Billing: [billingSchema, 'Who gets the invoice.'],
  CreatePayment: [createPaymentInput],
  PaymentStarted: [paymentStartedSchema],
  Payment: [paymentSchema, 'A top-up by card.'],
  PaymentWithOwner: [anyPaymentSchema],
  PaymentCase: [paymentCaseSchema, 'A payment an administrator has to look at.'],
  Refund: [refundSchema],
  User: [userSchema],
  ListedUser: [listedUserSchema],
  Profile: [fullProfileSchema, 'Account and billing details of a user.'],
  CurrentUser: [meSchema, 'The signed-in user.'],
  Session: [sessionSchema, 'A session token and the user it belongs to.'],
  DeviceSession: [deviceSessionSchema, 'A place where the user is signed in.'],
  Register: [registerInput],
  Login: [loginInput],
  ApiKey: [apiKeySchema, 'An API key. The whole key is in the response that creates it and nowhere else.'],
  AuditEntry: [auditEntrySchema],
  AuditPage: [auditPage],
  Voice: [voiceSchema],
}

for (const [id, [schema, description]] of Object.entries(named)) {
  components.add(schema, { id, ...(description && { description }) })
}
