import { waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { showField } from '../testing/show-field.tsx'
import { writeInto } from '../testing/write-into.ts'

const sizes = [
  { name: 's', label: 'Small', description: 'Fits a hand' },
  { name: 'l', label: 'Large' },
]

describe('a text', () => {
  test('is submitted after a pause, as one value', async () => {
    const { user, screen, values } = await showField({}, '')

    await user.type(screen.getByRole('textbox', { name: 'Field' }), 'Hello')
    expect(values).toEqual([])

    await waitFor(() => expect(values).toEqual(['Hello']))
  })

  test('is submitted on Enter and on blur', async () => {
    const { user, screen, values } = await showField({}, '')
    const field = screen.getByRole('textbox', { name: 'Field' })

    await user.type(field, 'a{Enter}')
    expect(values).toEqual(['a'])
    await user.type(field, 'b')
    await user.tab()

    expect(values).toEqual(['a', 'ab'])
  })

  test('of several lines inserts a line break on Enter, and opens in the large editor', async () => {
    let opened = 0
    const { user, screen, last } = await showField({ rows: 4 }, 'One', {
      onExpand: () => {
        opened += 1
      },
    })

    await user.type(screen.getByRole('textbox', { name: 'Field' }), '{Enter}Two')
    await user.click(screen.getByRole('button', { name: 'Open Field in a larger editor' }))

    expect(last()).toBe('One\nTwo')
    expect(opened).toBe(1)
  })
})

describe('a number', () => {
  test('accepts a comma and is stored as a number', async () => {
    const { user, screen, last } = await showField({ type: 'number' }, '')

    await user.type(screen.getByRole('spinbutton', { name: 'Field' }), '0,7{Enter}')

    expect(last()).toBe(0.7)
  })

  test('is formatted for the language', async () => {
    const { screen } = await showField({ type: 'number' }, '0.3', { language: 'tr' })

    expect(screen.getByRole<HTMLInputElement>('spinbutton').value).toBe('0,3')
  })

  test('that is invalid stays in the field and is not stored', async () => {
    const { user, screen, values } = await showField({ type: 'number', max: 2 }, 1)
    const field = screen.getByRole('spinbutton')

    await user.type(field, 'x')
    await user.tab()
    expect(screen.getByRole('alert').textContent).toBe('Write a number')
    await user.clear(field)
    await user.type(field, '3')
    await user.tab()

    expect(screen.getByRole('alert').textContent).toBe('At most 2')
    expect(values).toEqual([])
  })

  test('changes by one step with the arrow keys, within its limits', async () => {
    const { user, screen, last } = await showField({ type: 'number', min: 0, max: 1, step: 0.1 }, 0.9)

    await user.type(screen.getByRole('spinbutton'), '{ArrowUp}{ArrowUp}')
    await user.tab()

    expect(last()).toBe(1)
    expect(screen.getByRole<HTMLInputElement>('slider').value).toBe('1')
  })

  test('that is cleared is stored as empty', async () => {
    const { user, screen, last } = await showField({ type: 'number' }, 3)

    await user.clear(screen.getByRole('spinbutton'))
    await user.tab()

    expect(last()).toBe('')
  })
})

test('a switch accepts text values', async () => {
  const { user, screen, last } = await showField({ type: 'boolean' }, 'true')
  const field = screen.getByRole<HTMLInputElement>('switch', { name: 'Field' })
  expect(field.checked).toBe(true)

  await user.click(field)

  expect(last()).toBe(false)
})

describe('choices', () => {
  test('are selected by mouse', async () => {
    const { user, screen, last } = await showField({ type: 'options', options: sizes }, 's')

    await user.click(screen.getByRole('combobox', { name: 'Field' }))
    await user.click(screen.getByRole('option', { name: 'Large' }))

    expect(last()).toBe('l')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(screen.getByRole('combobox').textContent).toBe('Large')
  })

  test('are selected by keys, and the focus returns to the field', async () => {
    const { user, screen, last } = await showField({ type: 'options', options: sizes }, 's')
    screen.getByRole('combobox').focus()

    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')

    expect(last()).toBe('l')
    expect(document.activeElement).toBe(screen.getByRole('combobox'))
  })

  test('Escape selects nothing', async () => {
    const { user, screen, values } = await showField({ type: 'options', options: sizes }, 's')
    await user.click(screen.getByRole('combobox'))

    await user.keyboard('{ArrowDown}{Escape}')

    expect(values).toEqual([])
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  test('an unavailable choice stays, and is marked', async () => {
    const { screen } = await showField({ type: 'options', options: sizes }, 'xxl')

    expect(screen.getByRole('combobox').textContent).toBe('xxl')
    expect(screen.getByRole('combobox').getAttribute('aria-invalid')).toBe('true')
  })

  test('several choices are stored as JSON text, and read in either form', async () => {
    const { user, screen, last } = await showField({ type: 'multiOptions', options: sizes }, ['s'])

    await user.click(screen.getByRole('combobox'))
    await user.click(screen.getByRole('option', { name: 'Large' }))
    expect(last()).toBe('["s","l"]')
    await user.click(screen.getByRole('option', { name: /Small/ }))
    await user.click(screen.getByRole('option', { name: 'Large' }))

    expect(last()).toBe('')
  })
})

test('a secret is never shown, and is only replaced by a new one', async () => {
  const { user, screen, values, last } = await showField({ type: 'password' }, 'hush')
  expect(screen.queryByDisplayValue('hush')).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Replace' }))
  await user.tab()
  expect(values).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Replace' }))
  await user.type(screen.getByLabelText('Field'), 'new')

  expect(last()).toBe('new')
})

describe('JSON', () => {
  test('is linted and formatted', async () => {
    const { user, screen, last } = await showField({ type: 'json' }, '{"a":1}')
    await user.click(screen.getByRole('button', { name: 'Format' }))
    expect(last()).toBe('{\n  "a": 1\n}')

    await writeInto('Field', 'x')

    expect((await screen.findByRole('alert')).textContent).toBe('This is not valid JSON.')
  })

  test('is summarized on a card', async () => {
    const { screen } = await showField({ type: 'json' }, { a: 1, b: 2 }, { place: 'card' })

    expect(screen.getByRole('button').textContent).toBe('2 keys')
  })
})

test('code is submitted after a pause, and replaced by an example', async () => {
  const { user, screen, last } = await showField({ type: 'code', codeExample: 'return "x"' }, 'return')
  await writeInto('Field', ' 1')
  await waitFor(() => expect(last()).toBe('return 1'))

  await user.click(screen.getByRole('button', { name: 'See example' }))

  expect(last()).toBe('return "x"')
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Field' }).textContent).toBe('return "x"'))
})

test('a date is stored as ISO text, and an invalid one is retained', async () => {
  const { screen } = await showField({ type: 'date' }, 'soon')

  expect(screen.getByRole('alert').textContent).toBe('“soon” is not a date. It stays until you choose one.')
})

test('a field of an unknown type is shown unchanged', async () => {
  const { screen } = await showField({ type: 'dial' }, { from: 1923 })

  expect(screen.getByRole('status', { name: 'Field' }).textContent).toContain('1923')
})
