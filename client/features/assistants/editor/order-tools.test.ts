import { expect, test } from 'vitest'
import { orderTools } from './order-tools.ts'

test('tools that read come before those that write, others last and in their order', () => {
  const names = ['Calculator', 'post_note', 'Requests Get', 'getOrder', 'Write File', 'Serper']

  expect(orderTools(names.map((name) => ({ name }))).map(({ name }) => name)).toEqual([
    'getOrder',
    'post_note',
    'Write File',
    'Calculator',
    'Requests Get',
    'Serper',
  ])
})
