import type { Store } from '#server/db/store.ts'
import type { RunEvent, RunLine } from '#shared/runs.ts'
import * as rows from './runs.repository.ts'
import type { LoggedEvent, RunRow } from './runs.table.ts'

const SHOWN = 200
/** Maximum of runs searched for one that includes a node. */
const LOOKED_BACK = 20
const MEASURED = 40

type Line = Omit<RunLine, 'startedDate'> & { startedDate: Date; reuses: string | null }

export function createHistory({ store }: { store: Store }) {
  /** Newest first, from a cursor on. `nextCursor` is null on the last page. */
  async function list(
    flowId: string,
    { limit, cursor }: { limit: number; cursor?: string | null | undefined },
  ) {
    const found = await rows.listRuns(store.db, flowId, limit + 1, readPlace(cursor))
    const page = found.slice(0, limit)
    const last = page.at(-1)
    const more = found.length > limit && last ? `${last.startedDate.getTime()}~${last.id}` : null
    return { runs: await describe(page), nextCursor: more }
  }

  async function describe(runs: RunRow[]): Promise<Line[]> {
    const pages = await rows.listFirstPages(
      store.db,
      runs.map(({ id }) => id),
    )
    const first = new Map<string, RunEvent | undefined>()
    for (const { runId, events } of pages) {
      first.set(runId, beginningIn(events) ?? (await findBeginning(runId)))
    }
    return runs.map((run) => lineOf(run, first.get(run.id)))
  }

  /** Transcription precedes the flow and is a separate page of the log, so all pages are read. */
  async function findBeginning(runId: string) {
    return beginningIn((await rows.listPages(store.db, runId)).flatMap(({ events }) => events))
  }

  /**
   * Costs of complete, successful runs, newest first, in micro-USD. Runs that reuse an earlier run's results are
   * left out, because they cost less, and evaluations, which run other versions.
   */
  async function costs(flowId: string): Promise<number[]> {
    const lines = await describe(await rows.listRuns(store.db, flowId, MEASURED, undefined))
    return lines
      .filter(
        ({ state, until, reuses, chatType }) =>
          state === 'finished' && until === null && reuses === null && chatType !== 'EVALUATION',
      )
      .map(({ costMicro }) => costMicro)
  }

  function before({ flowId, startedDate: date, id }: RunRow) {
    return rows.listRuns(store.db, flowId, LOOKED_BACK, { date, id })
  }

  return { list, describe, costs, before }
}

function beginningIn(events: readonly LoggedEvent[]) {
  return events.find(({ event }) => event.type === 'run_started')?.event
}

function lineOf(run: RunRow, first: RunEvent | undefined): Line {
  const { id, flowId, versionId, chatId, chatType, state, startedDate, endedDate, tokens, costMicro } = run
  const started = first?.type === 'run_started' ? first : undefined
  return {
    ...{ id, flowId, versionId, chatId, chatType, state, startedDate, tokens, costMicro },
    durationMs: endedDate && Math.max(0, endedDate.getTime() - startedDate.getTime()),
    question: started?.question.slice(0, SHOWN) ?? '',
    until: started?.until ?? null,
    reuses: started?.reuses ?? null,
  }
}

/** A forged cursor only yields another page of the caller's own list, or the first. */
function readPlace(cursor: string | null | undefined) {
  const [, time, id] = /^(\d{1,14})~(.+)$/.exec(cursor ?? '') ?? []
  return time === undefined || id === undefined ? undefined : { date: new Date(Number(time)), id }
}

export type History = ReturnType<typeof createHistory>
