import { expect, test } from 'vitest'
import { arrangeLeads, type LeadRow, newestFirst } from './arrange-leads.ts'

function aLead(id: string, changes: Partial<LeadRow> = {}): LeadRow {
  return {
    ...{ id, name: null, email: null, phone: null, chatflowid: 'shop', chatId: id, flowName: 'Shop' },
    createdDate: `2026-11-2${id}T12:00:00.000Z`,
    ...changes,
  }
}
const leads = [
  aLead('1', { name: 'Çağla', email: 'cagla@example.com' }),
  aLead('2', { name: 'Burak', phone: '+90 532 555 01 42' }),
  aLead('3', { name: 'Deniz' }),
]
const ids = (search: object, order = newestFirst) =>
  arrangeLeads(leads, search, order, 'tr').map(({ id }) => id)

test('the newest come first, and names sort as in their language', () => {
  expect(ids({})).toEqual(['3', '2', '1'])
  expect(ids({}, { column: 'name', isReversed: false })).toEqual(['2', '1', '3'])
})

test('name, email and phone are searched, within the dates', () => {
  expect(ids({ search: 'cagla' })).toEqual(['1'])
  expect(ids({ search: '555 01' })).toEqual(['2'])
  expect(ids({ startDate: '2026-11-22T00:00:00.000Z', endDate: '2026-11-22T23:00:00.000Z' })).toEqual(['2'])
})
