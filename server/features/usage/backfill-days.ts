import type { Reader, Store } from '#server/db/store.ts'
import { countsAnswer } from '#shared/counted-answers.ts'
import { platformDay } from '#shared/dates.ts'
import * as rows from './usage.repository.ts'
import type { UsageDayRow } from './usage.table.ts'

const PAGE = 2_000

export async function backfillDays({ db, transaction }: Pick<Store, 'db' | 'transaction'>) {
  if ((await rows.hasDays(db)) || (await rows.listCallsAfter(db, '', 1)).length === 0) {
    return
  }
  await transaction(async (tx) => {
    const days = new Map<string, UsageDayRow>()
    const counted = new Set<string>()
    for await (const { call, chatType } of readCalls(tx)) {
      const isAnswer = !counted.has(call.runId) && countsAnswer(call, [], false)
      const day = toDay(call, chatType, isAnswer)
      if (isAnswer) {
        counted.add(call.runId)
      }
      const key = [day.userId, day.day, day.flowId, day.provider, day.model, day.chatType].join('\n')
      const known = days.get(key)
      days.set(key, known ? add(known, day) : day)
    }
    for (const day of days.values()) {
      await rows.addToDay(tx, day)
    }
  })
}

async function* readCalls(db: Reader) {
  let page: Found[]
  let last = ''
  do {
    page = await rows.listCallsAfter(db, last, PAGE)
    yield* page
    last = page.at(-1)?.call.id ?? ''
  } while (page.length === PAGE)
}

type Found = Awaited<ReturnType<typeof rows.listCallsAfter>>[number]

function toDay(call: Found['call'], chatType: Found['chatType'], isAnswer: boolean): UsageDayRow {
  const { userId, flowId, provider, model, outputTokens, costMicro, createdDate: lastDate } = call
  const inputTokens = call.inputTokens + call.cacheReadTokens + call.cacheWriteTokens
  const counts = { answers: isAnswer ? 1 : 0, calls: 1, inputTokens, outputTokens, costMicro, lastDate }
  return { userId, day: platformDay(lastDate), flowId, provider, model, chatType, ...counts }
}

function add(one: UsageDayRow, other: UsageDayRow): UsageDayRow {
  return {
    ...one,
    answers: one.answers + other.answers,
    calls: one.calls + other.calls,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    costMicro: one.costMicro + other.costMicro,
    lastDate: one.lastDate > other.lastDate ? one.lastDate : other.lastDate,
  }
}
