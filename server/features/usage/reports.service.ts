import type { z } from 'zod'
import type { Store } from '#server/db/store.ts'
import type { WalletService } from '#server/features/wallet/wallet.service.ts'
import { addDays, DAY_MS, platformDay } from '#shared/dates.ts'
import { microToUsd } from '#shared/money.ts'
import { unitOf } from '#shared/price-units.ts'
import type { usageSeriesInput } from '#shared/usage.ts'
import { sumSpent } from './caps.repository.ts'
import type { CapsService } from './caps.service.ts'
import { toUsdPerMillion } from './price.ts'
import type { PricesService } from './prices.service.ts'
import * as rows from './reports.repository.ts'

const PACE_DAYS = 7

type Deps = {
  store: Pick<Store, 'db'>
  now: () => Date
  wallet: Pick<WalletService, 'balanceOf'>
  caps: Pick<CapsService, 'accountOf'>
  prices: Pick<PricesService, 'find'>
}

export function createReportsService({ store: { db }, now, wallet, caps, prices }: Deps) {
  async function summary(userId: string) {
    const today = platformDay(now())
    const { balanceMicro, availableMicro, updatedDate } = await wallet.balanceOf(userId)
    const { perDayMicro, perMonthMicro, lowBalanceMicro } = await caps.accountOf(userId)
    const paceMicro = await paceOf(userId, today)
    return {
      balance: microToUsd(balanceMicro),
      available: microToUsd(availableMicro),
      updatedDate,
      today,
      spentToday: microToUsd(await sumSpent(db, userId, today, today)),
      spentThisMonth: microToUsd(await sumSpent(db, userId, `${today.slice(0, 7)}-01`, today)),
      pace: microToUsd(paceMicro),
      daysLeft: paceMicro > 0 ? Math.floor((Math.max(0, availableMicro) / paceMicro) * 10) / 10 : null,
      perDayCap: perDayMicro === null ? null : microToUsd(perDayMicro),
      perMonthCap: perMonthMicro === null ? null : microToUsd(perMonthMicro),
      lowBalance: microToUsd(lowBalanceMicro),
      isLow: availableMicro < lowBalanceMicro,
      lastFlow: await lastFlowOf(userId, today, availableMicro),
    }
  }

  /** Average micro-dollars a day, rounded up; counted from the first use when that is less than a week ago. */
  async function paceOf(userId: string, today: string) {
    const first = await rows.findFirstDay(db, userId)
    if (first === undefined) {
      return 0
    }
    const spent = await sumSpent(db, userId, addDays(today, 1 - PACE_DAYS), today)
    const days = (Date.parse(today) - Date.parse(first)) / DAY_MS + 1
    return Math.ceil(spent / Math.max(1, Math.min(PACE_DAYS, days)))
  }

  async function lastFlowOf(userId: string, today: string, availableMicro: number) {
    const flow = await rows.findLastFlow(db, userId)
    if (!flow) {
      return null
    }
    const range = { from: addDays(today, 1 - PACE_DAYS), to: today, flowId: flow.id }
    const { answers, costMicro } = await rows.sumFlow(db, userId, range)
    if (costMicro === 0) {
      return null
    }
    const perAnswer = Math.ceil(costMicro / Math.max(1, answers))
    const answersLeft = Math.floor(Math.max(0, availableMicro) / perAnswer)
    return { ...flow, costPerAnswer: microToUsd(perAnswer), answersLeft }
  }

  async function series(userId: string, { by, ...range }: z.infer<typeof usageSeriesInput>) {
    if (by === 'flow') {
      const parts = await rows.seriesByFlow(db, userId, range)
      return parts.map(({ day, flowId, name, costMicro, answers }) => {
        return { day, key: flowId, name: name ?? '', cost: microToUsd(costMicro), answers }
      })
    }
    const parts = await rows.seriesByModel(db, userId, range)
    return parts.map(({ day, provider, model, costMicro, answers }) => {
      return { day, key: keyOf(provider, model), name: model, cost: microToUsd(costMicro), answers }
    })
  }

  async function byFlow(userId: string, range: rows.Range) {
    const listed = await rows.listByFlow(db, userId, range)
    return listed.map(({ flowId: key, name, removedDate, costMicro, ...counts }) => {
      const isDeleted = name === null || removedDate !== null
      return { key, name: name ?? '', isDeleted, ...counts, cost: microToUsd(costMicro) }
    })
  }

  async function byModel(userId: string, range: rows.Range) {
    const listed = await rows.listByModel(db, userId, range)
    return Promise.all(
      listed.map(async ({ provider, model, answers: _, costMicro, ...counts }) => {
        const price = await prices.find(db, provider, model)
        return {
          key: keyOf(provider, model),
          provider,
          model,
          unit: unitOf({ provider, model }),
          ...counts,
          cost: microToUsd(costMicro),
          inputUsdPerMillion: price ? toUsdPerMillion(price.inputPico) : null,
          outputUsdPerMillion: price ? toUsdPerMillion(price.outputPico) : null,
        }
      }),
    )
  }

  return { summary, series, byFlow, byModel }
}

function keyOf(provider: string, model: string) {
  return `${provider}/${model}`
}
