// Agent flows on the built product, after node server/commands/build.ts: node server/commands/bench/agents-bench.ts
// [seconds, 6] [parked runs, 100000]
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { aControlFlow } from '#server/testing/run-test-program.ts'
import { openProduct, print } from './bench-product.ts'
import { median } from './canvas-gestures.ts'
import { openTarget } from './open-target.ts'

const [seconds = 6, parked = 100_000] = process.argv.slice(2).map(Number)
const ROUNDS = 1_000
const CALLERS = 50
const start = { id: 'start', name: 'startAgentflow' }
const reply = (id: string, text: string) => ({
  ...{ id, name: 'directReplyAgentflow', label: id },
  inputs: { directReplyMessage: text },
})
const llm = (credential: string, enableMemory: boolean) => ({
  ...{ id: 'llm', name: 'llmAgentflow', label: 'LLM' },
  inputs: {
    llmModel: 'chatOpenAI',
    llmModelConfig: { modelName: 'gpt-4o-mini', maxTokens: '100', FLOWISE_CREDENTIAL_ID: credential },
    ...{
      llmEnableMemory: enableMemory,
      llmMemoryType: 'allMessages',
      llmReturnResponseAs: 'assistantMessage',
    },
  },
})

const webhook = {
  ...{ startInputType: 'webhookTrigger', webhookMethod: 'POST', webhookResponseMode: 'sync' },
  ...{ webhookEnableAuth: true, webhookSignatureHeader: 'X-Signature', webhookSignatureType: 'plain-token' },
}

const product = await openProduct()
try {
  await measure(product)
} finally {
  await product.close()
}

async function measure({ url, stubUrl, folder, ...server }: typeof product) {
  await server.start()
  const { target, targetOf, addFlow, headers } = await openTarget(url, stubUrl)
  const answering = await addFlow('AGENTFLOW', (credential) =>
    aControlFlow(
      [start, llm(credential, true), reply('reply', '{{ llm }}')],
      ['start -> llm', 'llm -> reply'],
    ),
  )

  const ratios: number[] = []
  for (let round = 0; round < 4; round += 1) {
    const chat = measureLoad(target)
    const agent = measureLoad(targetOf(answering))
    ratios.push(agent.perSecond / chat.perSecond)
    print(`round ${round + 1}`, `chat ${textOf(chat)}; agent ${textOf(agent)}`)
  }
  print('agent to chat flow', `${median(ratios).toFixed(2)} of its answers/s (median of ${ratios.length})`)

  const looping = await addFlow('AGENTFLOW', (credential) =>
    aControlFlow(
      [
        start,
        llm(credential, false),
        {
          ...{ id: 'loop', name: 'loopAgentflow', label: 'Loop' },
          inputs: { loopBackToNode: 'llm-LLM', maxLoopCount: ROUNDS, fallbackMessage: 'Done.' },
        },
      ],
      ['start -> llm', 'llm -> loop'],
    ),
  )
  const apiConfig = JSON.stringify({ runLimits: { status: true, maxSteps: 10 * ROUNDS } })
  await send('PUT', `${url}/api/v1/chatflows/${looping}`, { apiConfig })
  await ask(targetOf(looping).url, { question: 'Hello' })
  print(`loop of ${ROUNDS} rounds`, roundsText(folder))

  await measureWebhooks('webhooks', [reply('reply', '{{ $webhook.body.question }}')], 'Hello')
  await measureWebhooks('webhooks with a paid model', [], 'word19')

  const waiting = await addFlow('AGENTFLOW', () =>
    aControlFlow(
      [
        start,
        {
          ...{ id: 'check', name: 'humanInputAgentflow', label: 'Check' },
          inputs: { humanInputDescriptionType: 'fixed', humanInputDescription: 'Go on?' },
        },
        reply('yes', 'Yes.'),
        reply('no', 'No.'),
      ],
      ['start -> check', 'check:0 -> yes', 'check:1 -> no'],
    ),
  )
  await ask(targetOf(waiting).url, { question: 'Hello', chatId: 'parked' })
  await server.stop()
  const emptyMs = await restart()
  const emptyMiB = server.memory()
  await server.stop()
  multiplyParked(folder, parked)
  const fullMs = await restart()
  print(
    `${parked} parked runs`,
    `start ${fullMs} ms (${emptyMs} without), idle ${server.memory()} MiB (${emptyMiB} without)`,
  )
  const first = await resume('parked')
  const later: number[] = []
  for (let index = 0; index < Math.min(parked, 20); index += 1) {
    later.push(await resume(`parked ${index}`))
  }
  print(
    'resume of one',
    `${first.toFixed(1)} ms right after the start, ${median(later).toFixed(1)} ms (median of ${later.length} more)`,
  )

  async function resume(chatId: string) {
    const startedAt = performance.now()
    const { text } = await ask(targetOf(waiting).url, { chatId, humanInput: { type: 'proceed' } })
    if (text !== 'Yes.') {
      throw new Error(`resumed with ${text}`)
    }
    return performance.now() - startedAt
  }

  /** Deliveries with a token and a delivery id, each from an address of its own, answered when the run has ended. */
  async function measureWebhooks(what: string, replies: ReturnType<typeof reply>[], expect: string) {
    const id = await addFlow('AGENTFLOW', (credential) => {
      const [answer = llm(credential, false)] = replies
      return aControlFlow([{ ...start, inputs: webhook }, answer], [`start -> ${answer.id}`])
    })
    const { webhookSecret } = await send('POST', `${url}/api/v1/chatflows/${id}/webhook-secret`, {})
    await send('POST', `${url}/trpc/triggers.save`, { id, enabled: true })
    const address = { 'x-forwarded-for': '{{address}}', 'webhook-id': 'delivery-{{i}}' }
    const hook = {
      url: `${url}/api/v1/webhook/${id}`,
      headers: { ...address, 'x-signature': String(webhookSecret) },
    }
    const result = server.load({ callers: CALLERS, seconds, target: hook, expect })
    print(what, `${result.perSecond}/s, p99 ${result.ms.p99} ms, ${result.failed} failed`)
  }

  async function restart() {
    const times = [await server.start()]
    for (let again = 0; again < 2; again += 1) {
      await server.stop()
      times.push(await server.start())
    }
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    return median(times)
  }

  function measureLoad(at: typeof target) {
    const before = server.cpuSeconds()
    const result = server.load({ callers: CALLERS, seconds, target: at })
    const answers = result.perSecond * seconds
    return { ...result, cpuMs: ((server.cpuSeconds() - before) / answers) * 1_000 }
  }

  function ask(address: string, body: object): Promise<{ text: string }> {
    return send('POST', address, body)
  }

  async function send(method: string, address: string, body: object) {
    const response = await fetch(address, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) {
      throw new Error(await response.text())
    }
    return response.json()
  }
}

function textOf({ perSecond, failed, cpuMs }: { perSecond: number; failed: number; cpuMs: number }) {
  return `${perSecond}/s, ${cpuMs.toFixed(2)} ms CPU, ${failed} failed`
}

/** Time of the last tenth of the rounds against the first one, from the times of the run's own events. */
function roundsText(folder: string): string {
  const db = new Database(join(folder, 'flowtill.db'), { readonly: true })
  const pages = db
    .prepare(
      'select events from run_log where run_id = (select run_id from run_log group by run_id order by count(*) desc limit 1) order by sequence',
    )
    .pluck()
    .all() as string[]
  db.close()
  const times = pages
    .flatMap((page) => JSON.parse(page) as { event?: { type: string; at: number; nodeId?: string } }[])
    .flatMap(({ event }) => (event?.type === 'node_finished' && event.nodeId === 'llm' ? [event.at] : []))
  const tenth = Math.floor(times.length / 10)
  const first = (times[tenth] ?? 0) - (times[0] ?? 0)
  const last = (times.at(-1) ?? 0) - (times.at(-1 - tenth) ?? 0)
  return `${times.length} rounds; the last tenth took ${(last / first).toFixed(2)} of the first (${first.toFixed(0)} and ${last.toFixed(0)} ms)`
}

/** Copies the parked run with its log and its wait, each under its own ids. */
function multiplyParked(folder: string, count: number) {
  const db = new Database(join(folder, 'flowtill.db'))
  const original = db.prepare('select run_id from run_waits').pluck().get()
  const columnsOf = (table: string) =>
    (db.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name)
  const copy = (table: string, key: string, others: Record<string, string>) => {
    const names = columnsOf(table)
    const values = names.map((name) => (name === key ? `${key} || '-' || @index` : (others[name] ?? name)))
    return db.prepare(
      `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from ${table} where ${key} = @original`,
    )
  }
  const place = "'parked ' || @index"
  const statements = [
    copy('runs', 'id', { chat_id: place, session_id: place }),
    copy('run_log', 'run_id', {}),
    copy('run_waits', 'run_id', { session_id: place }),
  ]
  db.transaction(() => {
    for (let index = 0; index < count; index += 1) {
      for (const statement of statements) {
        statement.run({ index: String(index), original })
      }
    }
  })()
  db.close()
}
