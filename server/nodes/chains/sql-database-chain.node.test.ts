import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ChatRequest, Ports } from '#server/engine/ports.ts'
import { buildFlow } from '#server/testing/conversation-flow.ts'
import { prepareRun } from '#server/testing/run-test-flow.ts'
import { createQueryDatabase } from '#server/upstream/databases/query-database.ts'
import { referenceTo } from '#shared/flow-file.ts'
import { statementIn } from './sql/statement-in.ts'

const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 }

describe('a question to a database', () => {
  test('becomes a statement, and its result an answer', async () => {
    const { ask, requests } = await aShop({ sampleRowsInTableInfo: '1' })

    const { text } = await ask(['```sql\nSELECT "name" FROM "item" WHERE "price" > 2;\n```', 'Only tea.'])

    expect(text).toBe('Only tea.')
    expect(requests[0]?.system).toContain(
      'TABLE "item" ("name" TEXT, "price" INTEGER)\nSome of its rows:\nname | price\ntea | 3',
    )
    expect(requests[0]?.system).toContain('TABLE "secret"')
    expect(requests[1]?.messages[0]?.content).toMatch(/SELECT "name" FROM "item"[\s\S]*name\ntea\n--- end/)
  })

  test('streams only its answer, never its statement', async () => {
    const { ask, events } = await aShop({})

    await ask(['SELECT 1', 'One.'])

    expect(events().filter(({ type }) => type === 'token')).toMatchObject([{ text: 'One.' }])
  })

  test('sends the allowed tables to the model, in the prompt of its author', async () => {
    const { ask, requests } = await aShop({
      ignoreTables: 'Secret',
      topK: '4',
      customPrompt: '{dialect}: {table_info} ({top_k}) {input} {unknown}',
    })

    await ask(['SELECT 1', 'x'])

    expect(requests[0]).toEqual({
      messages: [
        {
          role: 'user',
          content: 'SQLite: TABLE "item" ("name" TEXT, "price" INTEGER) (4) What is dear? {unknown}',
        },
      ],
    })
  })

  test('is requested again, once, when the database rejects it', async () => {
    const { ask, requests } = await aShop({})

    const { text } = await ask(['SELECT colour FROM item', 'SELECT name FROM item', 'Tea.'])

    expect(text).toBe('Tea.')
    expect(requests[1]?.messages.at(-1)?.content).toMatch(
      /no such column: colour.* Write the statement again/,
    )
  })

  test('never modifies data, whatever the model writes', async () => {
    const { ask, count } = await aShop({})

    await expect(ask(['DELETE FROM item', 'DROP TABLE item'])).rejects.toMatchObject({
      code: 'MODEL_OUTPUT',
    })

    expect(count()).toBe(1)
  })

  test.each([
    [{ database: 'mysql', url: 'mysql://x' }, 'not mysql yet'],
    [{ includesTables: 'nothing' }, 'no tables'],
    [{ url: '../elsewhere.db' }, 'only from the databases folder'],
  ])('rejects unsupported settings: %j', async (inputs, message) => {
    const { ask, requests } = await aShop(inputs)

    await expect(ask(['x'])).rejects.toMatchObject({ message: expect.stringContaining(message) })
    expect(requests).toEqual([])
  })
})

test.each([
  ['SELECT 1', 'SELECT 1'],
  ['Here you are:\n```sql\nSELECT 1;\n```\nIt counts.', 'SELECT 1'],
  ['SQLQuery: SELECT 1\nSQLResult: 1', 'SELECT 1'],
  ["SELECT ';' AS a, \"b;\" FROM t -- it's\n; DROP TABLE t", "SELECT ';' AS a, \"b;\" FROM t -- it's"],
  ['Use this: WITH a AS (SELECT 1) SELECT * FROM a', 'WITH a AS (SELECT 1) SELECT * FROM a'],
])('the statement extracted from %j', (text, statement) => {
  expect(statementIn(text)).toBe(statement)
})

async function aShop(inputs: Record<string, unknown>) {
  const folder = await mkdtemp(join(tmpdir(), 'shop-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'shop.db')
  const database = new Database(file)
  database.exec(
    "CREATE TABLE item (name TEXT, price INTEGER); INSERT INTO item VALUES ('tea', 3); CREATE TABLE secret (a)",
  )
  onTestFinished(() => void database.close())
  const flow = buildFlow([
    { name: 'chatOpenAI', credential: 'chosen' },
    {
      name: 'sqlDatabaseChain',
      inputs: { model: referenceTo('chatOpenAI_0'), database: 'sqlite', url: 'shop.db', ...inputs },
    },
  ])
  const requests: ChatRequest[] = []
  const texts: string[] = []
  const chat: Ports['chat'] = async function* (_, request) {
    requests.push(request)
    const text = texts[requests.length - 1] ?? ''
    yield { text }
    return { text, usage, estimated: false }
  }
  const world = { queryDatabase: createQueryDatabase({ folder, allow: [] }) }
  const run = prepareRun({ flow, chat, world, question: 'What is dear?' })
  return {
    requests,
    events: () => run.events,
    ask: (answers: string[]) => {
      texts.push(...answers)
      return run.run()
    },
    count: () => (database.prepare('SELECT count(*) AS count FROM item').get() as { count: number }).count,
  }
}
