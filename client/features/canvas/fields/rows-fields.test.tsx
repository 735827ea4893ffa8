import { fireEvent, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { showField } from '../testing/show-field.tsx'

const columns = [
  { field: 'key', headerName: 'Key', editable: true },
  { field: 'operation', headerName: 'Operation', type: 'singleSelect', valueOptions: ['Replace', 'Append'] },
  { field: 'always', headerName: 'Always', type: 'boolean' },
]
const grid = { type: 'datagrid', datagrid: columns }
const stored =
  '[{"key":"topic","operation":"Replace","always":"","id":0},{"key":"tried","operation":"Append","always":"","id":1}]'
const rowsOf = (value: unknown) => JSON.parse(String(value)) as Record<string, unknown>[]

describe('a grid', () => {
  test('is stored as JSON text of numbered rows', async () => {
    const { user, screen, last } = await showField(grid, '')

    await user.click(screen.getByRole('button', { name: 'Add row' }))
    await user.type(screen.getByLabelText('Key, row 1'), 'eta{Enter}')
    await user.selectOptions(screen.getByLabelText('Operation, row 1'), 'Append')
    await user.click(screen.getByLabelText('Always, row 1'))

    expect(rowsOf(last())).toEqual([{ key: 'eta', operation: 'Append', always: true, id: 0 }])
  })

  test('rows are moved with the arrow keys and removed', async () => {
    const { user, screen, last } = await showField(grid, stored)

    screen.getByRole('button', { name: 'Move row 2' }).focus()
    await user.keyboard('{ArrowUp}')
    expect(rowsOf(last()).map(({ key }) => key)).toEqual(['tried', 'topic'])
    await user.click(screen.getByRole('button', { name: 'Remove row 1' }))

    expect(rowsOf(last()).map(({ key }) => key)).toEqual(['topic'])
  })

  test('spreadsheet cells are pasted starting at the target cell', async () => {
    const { screen, last } = await showField(grid, stored)

    fireEvent.paste(screen.getByLabelText('Key, row 2'), {
      clipboardData: { getData: () => 'a\tReplace\nb\tAppend\n' },
    })

    expect(rowsOf(last()).map(({ key, operation }) => [key, operation])).toEqual([
      ['topic', 'Replace'],
      ['a', 'Replace'],
      ['b', 'Append'],
    ])
  })

  test('two cells edited one after the other are both stored', async () => {
    const { user, screen, last } = await showField(grid, stored)

    await user.type(screen.getByLabelText('Key, row 1'), '1')
    await user.type(screen.getByLabelText('Key, row 2'), '2')

    await waitFor(() => expect(rowsOf(last()).map(({ key }) => key)).toEqual(['topic1', 'tried2']))
  })
})

describe('a list of objects', () => {
  const list = {
    type: 'array',
    name: 'fields',
    minItems: 1,
    maxItems: 3,
    array: [
      {
        name: 'type',
        label: 'Type',
        type: 'options',
        options: [
          { name: 'text', label: 'Text' },
          { name: 'many', label: 'Many' },
        ],
      },
      { name: 'label', label: 'Label', type: 'string', default: 'New' },
      { name: 'choices', label: 'Choices', type: 'string', show: { 'fields[$index].type': 'many' } },
    ],
  }

  test('has a minimum and a maximum number of items', async () => {
    const { user, screen, last } = await showField(list, [{ type: 'text', label: 'City' }])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remove item 1' }).disabled).toBe(true)

    await user.click(screen.getByRole('button', { name: 'Add item' }))
    await user.click(screen.getByRole('button', { name: 'Duplicate item 1' }))

    expect(last()).toEqual([
      { type: 'text', label: 'City' },
      { type: 'text', label: 'City' },
      { type: '', label: 'New', choices: '' },
    ])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add item' }).disabled).toBe(true)
    expect(screen.queryByRole('button', { name: /Duplicate/ })).toBeNull()
  })

  test('a field is shown depending on the values of its own row', async () => {
    const { screen } = await showField(list, [{ type: 'text' }, { type: 'many' }])

    const [first, second] = screen.getAllByRole('group', { name: /Item/ })
    expect(within(first as HTMLElement).queryByLabelText('Choices')).toBeNull()
    expect(within(second as HTMLElement).getByLabelText('Choices')).toBeDefined()
  })

  test('a row is edited in place', async () => {
    const { user, screen, last } = await showField(list, [{ type: 'text', label: 'City', kept: 1 }])

    await user.type(screen.getByLabelText('Label'), '!{Enter}')

    expect(last()).toEqual([{ type: 'text', label: 'City!', kept: 1 }])
  })
})

test('several choices are chips, selected all at once and removed one by one', async () => {
  const options = ['PDF', 'CSV'].map((label) => ({ label, name: label.toLowerCase() }))
  const { user, screen, last } = await showField({ type: 'multiOptions', options }, '')

  await user.click(screen.getByRole('combobox', { name: 'Field' }))
  await user.click(screen.getByRole('button', { name: 'Select all' }))
  expect(last()).toBe('["pdf","csv"]')
  await user.click(screen.getByRole('button', { name: 'Remove PDF' }))

  expect(last()).toBe('["csv"]')
})

test('days of the week are selected by number', async () => {
  const { user, screen, last } = await showField({ type: 'weekDaysPicker' }, '["1"]')

  await user.click(screen.getByRole('checkbox', { name: 'Sun' }))

  expect(last()).toBe('["1","0"]')
})

test('a JSON tree is edited in place and retains number and text types', async () => {
  const { user, screen, last } = await showField({ type: 'json' }, '{"count":3,"name":"a","list":[1]}')
  await user.click(screen.getByRole('radio', { name: 'Tree' }))

  const count = screen.getByLabelText('count')
  await user.clear(count)
  await waitFor(() => expect(JSON.parse(String(last()))).toMatchObject({ count: '' }))
  await user.type(count, '7{Enter}')
  await user.click(screen.getByRole('button', { name: 'Remove name' }))
  await user.type(screen.getByLabelText('Add an entry to Field'), 'city{Enter}')

  expect(JSON.parse(String(last()))).toEqual({ count: 7, list: [1], city: '' })
})
