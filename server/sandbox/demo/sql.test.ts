import { expect, test } from 'vitest'
import { toAnswerRequest, toStatementRequest } from '#server/nodes/chains/sql/requests.ts'
import { answerDemo } from '../demo-answer.ts'

const tables = `TABLE "products" ("id" INTEGER, "name" TEXT, "price" REAL, "stock" INTEGER)
Some of its rows:
id | name | price | stock
1 | Blue cup | 240 | 36
2 | O'Neill bowl | 320 | 18

TABLE "orders" ("id" INTEGER, "city" TEXT, "quantity" INTEGER, "total" REAL)
Some of its rows:
id | city | quantity | total
1 | Izmir | 6 | 1440`

function answer({ system = '', messages }: ReturnType<typeof toStatementRequest>) {
  const requested = messages.map(({ role, content }) => ({ role, text: content }))
  return answerDemo({ messages: [{ role: 'system', text: system }, ...requested] }).text
}

test.each([
  ['How many products are there?', 'SELECT count(*) AS "products" FROM "products"'],
  ['What is the cheapest product?', 'SELECT "name", "price" FROM "products" ORDER BY "price" ASC LIMIT 1'],
  [
    'Which product has the most stock?',
    'SELECT "name", "stock" FROM "products" ORDER BY "stock" DESC LIMIT 1',
  ],
  ['What is the average price?', 'SELECT round(avg("price"), 2) AS "price" FROM "products"'],
  [
    'What is the total of the orders from Izmir?',
    `SELECT round(sum("total"), 2) AS "total" FROM "orders" WHERE "city" = 'Izmir'`,
  ],
  [
    "Show the O'Neill bowl",
    `SELECT "id", "name", "price", "stock" FROM "products" WHERE "name" = 'O''Neill bowl' LIMIT 10`,
  ],
])('%s', (question, statement) => {
  const reported = { dialect: 'SQLite', tables, topK: undefined, customPrompt: undefined }

  expect(answer(toStatementRequest({ ...reported, question }))).toBe(statement)
})

test('results are reported in the language of the question', () => {
  const found = { statement: 'SELECT 1', result: 'ad | fiyat\nÇay bardağı | 180' }

  expect(answer(toAnswerRequest({ ...found, question: 'Çay bardağı ne kadar?' }))).toBe(
    'Veritabanı sonucu:\n- ad: Çay bardağı, fiyat: 180',
  )
  expect(answer(toAnswerRequest({ ...found, result: 'name\n(no rows)', question: 'Is there a mug?' }))).toBe(
    'I found nothing about that in the database.',
  )
})
