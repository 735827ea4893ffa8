import type { z } from 'zod'
import type { Store, Writer } from '#server/db/store.ts'
import type { AttemptLimits } from '#server/features/auth/attempt-limits.service.ts'
import type { FlowAccess, Visitor } from '#server/features/flows/flow-access.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { MessagesService } from '#server/features/messages/messages.service.ts'
import type { NewId } from '#server/ids.ts'
import { AppError } from '#shared/errors.ts'
import type {
  changeFeedbackInput,
  createFeedbackInput,
  Feedback,
  feedbackFilter,
  rateInput,
} from '#shared/feedback.ts'
import { readChatbotConfig } from '#shared/flow-config.ts'
import * as rows from './feedback.repository.ts'
import type { FeedbackRow } from './feedback.table.ts'

/** Per address, over all flows: more than a person clicks. */
const visitorRatings = { max: 60, windowMs: 10 * 60_000 }

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  flows: Pick<FlowsService, 'findOwn'>
  messages: Pick<MessagesService, 'setRating'>
  access: Pick<FlowAccess, 'authorize'>
  limits: Pick<AttemptLimits, 'countOwn'>
}

/** Conversation ids are unguessable, so knowing one is enough to rate its answers. */
export function createFeedbackService({ store, newId, now, flows, messages, access, limits }: Deps) {
  /** Throws NOT_FOUND also for an answer of another conversation, INVALID_INPUT when it is already rated. */
  async function create(flowId: string, input: z.output<typeof createFeedbackInput>, visitor: Visitor) {
    if (input.chatflowid !== undefined && input.chatflowid !== flowId) {
      throw new AppError('INVALID_INPUT', 'The body names another flow than the address.')
    }
    const { flow, isVisitor } = await authorize(flowId, visitor)
    return store.transaction(async (tx) => {
      const answer = await findAnswer(tx, { ...input, flowId })
      // Answers of the owner's own tests on the canvas are hidden from visitors.
      if (isVisitor && answer.chatType === 'INTERNAL') {
        rejectUnknown()
      }
      const created = await rows.insertFeedback(tx, newRow(flow, { ...input, chatId: answer.chatId }))
      if (!created) {
        throw new AppError('INVALID_INPUT', 'This answer has been rated already.')
      }
      await messages.setRating(tx, created, created.rating)
      return show(created)
    })
  }

  /** The id is known only to the visitor who gave the rating and to the flow's owner. */
  async function change(id: string, input: z.output<typeof changeFeedbackInput>, visitor: Visitor) {
    const found = (await rows.findFeedback(store.db, id)) ?? rejectUnknownFeedback()
    await authorize(found.flowId, visitor)
    const { rating = found.rating, content = found.content } = input
    const changes = { rating, content: content || null }
    await store.transaction(async (tx) => {
      await rows.updateFeedback(tx, id, changes)
      await messages.setRating(tx, found, rating)
    })
    return show({ ...found, ...changes })
  }

  async function rate(userId: string, { flowId, ...input }: z.output<typeof rateInput>) {
    const flow = await flows.findOwn(userId, flowId)
    return store.transaction(async (tx) => {
      const { chatId } = await findAnswer(tx, { flowId, messageId: input.messageId })
      const stored = await rows.putFeedback(tx, newRow(flow, { ...input, chatId }))
      await messages.setRating(tx, stored, stored.rating)
      return show(stored)
    })
  }

  async function list(userId: string, { id, order, ...filter }: z.output<typeof feedbackFilter>) {
    const flow = await flows.findOwn(userId, id)
    return (await rows.listFeedback(store.db, { flowId: flow.id, ...filter }, order)).map(show)
  }

  /** Visitors are rate limited, and rejected when the flow collects no ratings. */
  async function authorize(flowId: string, { caller, page, address }: Visitor) {
    const flow = await access.authorize(flowId, caller, page)
    const isVisitor = caller?.id !== flow.userId
    if (isVisitor) {
      if (readChatbotConfig(flow.chatbotConfig)?.chatFeedback?.status !== true) {
        throw new AppError('INVALID_INPUT', 'This flow asks for no ratings.')
      }
      await limits.countOwn(
        `feedback:${address}`,
        visitorRatings,
        (details) =>
          new AppError('RATE_LIMITED', 'Too many requests. Wait a moment and try again.', { details }),
      )
    }
    return { flow, isVisitor }
  }

  async function findAnswer(tx: Writer, named: { flowId: string; messageId: string; chatId?: string }) {
    return (await rows.findAnswer(tx, named)) ?? rejectUnknown()
  }

  type NewFeedback = Pick<FeedbackRow, 'chatId' | 'messageId' | 'rating'> & { content?: string | undefined }

  function newRow({ id: flowId, userId }: FlowRow, { chatId, messageId, rating, content }: NewFeedback) {
    const createdDate = now()
    return { id: newId(), flowId, userId, chatId, messageId, rating, content: content || null, createdDate }
  }

  return { create, change, rate, list }
}

function show({ flowId: chatflowid, userId: _, createdDate, ...row }: FeedbackRow) {
  return { ...row, chatflowid, createdDate } satisfies Omit<Feedback, 'createdDate'> & { createdDate: Date }
}

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This answer does not exist in this conversation.')
}

function rejectUnknownFeedback(): never {
  throw new AppError('NOT_FOUND', 'This rating does not exist.')
}
