import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { openSqlite } from '#server/db/open-sqlite.ts'
import { evaluationResults } from '#server/features/evaluations/evaluations.table.ts'
import { runs } from '#server/features/runs/runs.table.ts'
import { modelCalls } from '#server/features/usage/usage.table.ts'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { holds } from '#server/features/wallet/wallet.table.ts'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { sendJson, signUp } from './send-json.ts'
import { startKillable } from './start-killable.ts'

const ROWS = 200

type Options = { kills: number; entry: string; rows?: number; report?: (line: string) => void }

/**
 * Kills the product while it evaluates a data set. Every row must end with one result and one complete answer, paid once;
 * an answer that a kill has cut off has an attempt before it, which is charged for its prompt alone.
 */
export async function crashEvaluation({ kills, entry, rows = ROWS, report = () => undefined }: Options) {
  const folder = mkdtempSync(join(tmpdir(), 'flowtill-evaluations-'))
  const start = () => startKillable(entry, { DATA_DIR: folder })
  let { child, url } = await start()
  try {
    const { headers } = await signUp(url, 'ada')
    const send = (path: string, body: object) =>
      sendJson(`${url}/api/v1${path}`, body, headers) as Promise<{ id: string }>
    const flow = await send('/chatflows', { name: 'Shop', type: 'CHATFLOW', flowData: aDemoFlow() })
    const lines = Array.from({ length: rows }, (_, index) => `What is ${index} + 1?,${index + 1}`)
    const set = await send('/datasets/set', { name: 'Sums', csv: `input,output\n${lines.join('\n')}\n` })
    const evaluator = await send('/evaluators', { name: 'Sum', config: { kind: 'contains' } })
    const { id } = await send('/evaluations', {
      ...{ chatflowId: flow.id, datasetId: set.id, selectedSimpleEvaluators: [evaluator.id] },
    })
    const read = async () => {
      const response = await fetch(`${url}/api/v1/evaluations/${id}`, { headers })
      return (await response.json()) as { state: string; done: number; spentMicro: number }
    }
    let done = 0
    for (let kill = 1; kill <= kills; kill += 1) {
      // In the middle of the work, whatever the speed of the machine.
      while ((await read()).done <= Math.max(done, (rows * (kill - 1)) / (kills + 1))) {
        await pause(10)
      }
      await pause(Math.random() * 200)
      child.kill('SIGKILL')
      await once(child, 'exit')
      ;({ child, url } = await start())
      const now = await read()
      report(`kill ${kill}: ${now.done} of ${rows} rows done`)
      done = now.done
    }
    const interruptedAt = done
    let last = await read()
    while (last.state === 'running') {
      await pause(50)
      last = await read()
    }
    child.kill('SIGTERM')
    await once(child, 'exit')
    return {
      kills,
      rows,
      interruptedAt,
      ...(await check(folder, { id, rows, state: last.state, spentMicro: last.spentMicro })),
    }
  } finally {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

type Ended = { id: string; rows: number; state: string; spentMicro: number }

async function check(folder: string, { id, rows, state, spentMicro }: Ended) {
  const store = openSqlite(join(folder, 'flowtill.db'))
  try {
    const { db } = store
    const results = await db.select().from(evaluationResults).where(eq(evaluationResults.evaluationId, id))
    const attempts = await db.select().from(runs).where(eq(runs.chatType, 'EVALUATION'))
    const finished = attempts.filter((run) => run.state === 'finished')
    const calls = await db.select().from(modelCalls)
    const charged = calls.reduce((sum, { costMicro }) => sum + costMicro, 0)
    const openHolds = await db.select().from(holds).where(eq(holds.status, 'open'))
    const ofRows = new Set(results.map(({ runId }) => runId))
    const rules: [boolean, string][] = [
      [state === 'completed', `the evaluation is ${state}`],
      [results.length === rows && results.every(({ isDone }) => isDone), 'a row has no result'],
      [ofRows.size === rows, 'two rows share an answer'],
      [finished.length === rows, `${finished.length} complete answers to ${rows} rows`],
      [finished.every((run) => ofRows.has(run.id)), 'an answer was given twice'],
      [attempts.every((run) => run.state !== 'running'), 'a run is still open'],
      [charged === spentMicro, `${charged} charged, ${spentMicro} shown`],
      [openHolds.length === 0, `${openHolds.length} holds are open`],
    ]
    const issues = [
      ...(await checkLedger(db)).map(({ rule, id: of }) => `${rule} (${of})`),
      ...rules.flatMap(([holdsTrue, issue]) => (holdsTrue ? [] : [issue])),
    ]
    if (issues.length > 0) {
      throw new Error(issues.join('\n'))
    }
    const cut = attempts.length - finished.length
    return { answers: finished.length, cut, calls: calls.length, costMicro: charged }
  } finally {
    await store.close()
  }
}
