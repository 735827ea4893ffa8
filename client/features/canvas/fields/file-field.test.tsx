import { fireEvent, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { readFiles } from '#client/components/stored-files.ts'
import { showField } from '../testing/show-field.tsx'

const pdf = (name: string, text = 'hello') => new File([text], name, { type: 'application/pdf' })
const file = { type: 'file', fileType: '.pdf' }
const namesOf = (value: unknown) => readFiles(value).map(({ name }) => name)

test('a selected file is stored as its data with its name, and can be removed', async () => {
  const { user, screen, last } = await showField(file, '')

  await user.upload(screen.getByLabelText('Field', { selector: 'input' }), pdf('returns.pdf'))

  await waitFor(() => expect(last()).toBe('data:application/pdf;base64,aGVsbG8=,filename:returns.pdf'))
  expect(screen.getByText('5 Bytes')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Download returns.pdf' }).getAttribute('href')).toBe(
    'data:application/pdf;base64,aGVsbG8=',
  )
  await user.click(screen.getByRole('button', { name: 'Remove returns.pdf' }))
  expect(last()).toBe('')
})

test('a dropped file is added to the others, and replaces one of the same name', async () => {
  const { screen, last } = await showField(file, 'data:application/pdf;base64,YQ==,filename:a.pdf')
  const container = screen.getByText(/Drop files here/).closest('.field-files') as HTMLElement

  fireEvent.drop(container, { dataTransfer: { files: [pdf('a.pdf', 'new'), pdf('b.pdf')] } })

  await waitFor(() => expect(namesOf(last())).toEqual(['a.pdf', 'b.pdf']))
})

test('files of two quick choices are both stored', async () => {
  const { screen, last } = await showField(file, '')
  const container = screen.getByText(/Drop files here/).closest('.field-files') as HTMLElement

  fireEvent.drop(container, { dataTransfer: { files: [pdf('a.pdf')] } })
  fireEvent.drop(container, { dataTransfer: { files: [pdf('b.pdf')] } })

  await waitFor(() => expect(namesOf(last())).toEqual(['a.pdf', 'b.pdf']))
})

test('a file of another type or above the size limit is rejected by name', async () => {
  const { screen, values } = await showField(file, '')
  const large = pdf('large.pdf')
  Object.defineProperty(large, 'size', { value: 10 * 1_024 * 1_024 + 1 })
  const container = screen.getByText(/Drop files here/).closest('.field-files') as HTMLElement

  fireEvent.drop(container, { dataTransfer: { files: [new File(['x'], 'run.exe'), large] } })

  expect(await screen.findByText('run.exe: this file type is not accepted here.')).toBeDefined()
  expect(screen.getByText('large.pdf is larger than 10 MB.')).toBeDefined()
  expect(values).toEqual([])
})

test('stored files are shown by name and removed from their list', async () => {
  const { user, screen, last } = await showField(file, 'FILE-STORAGE::["a.pdf","b.pdf"]')

  await user.click(screen.getByRole('button', { name: 'Remove a.pdf' }))

  expect(last()).toBe('FILE-STORAGE::["b.pdf"]')
})

test('a folder becomes a list, excludes other kinds, and warns about too many files', async () => {
  const { screen, last } = await showField({ type: 'folder', fileType: '.md' }, '')
  const many = Array.from({ length: 51 }, (_, index) => new File(['x'], `page${index}.md`))

  fireEvent.change(screen.getByLabelText('Field', { selector: 'input' }), {
    target: { files: [...many, new File(['x'], 'picture.png')] },
  })

  await waitFor(() => expect(namesOf(last())).toHaveLength(51))
  expect(await screen.findByText(/51 files make the flow slow to save/)).toBeDefined()
  expect(screen.queryByText(/picture.png/)).toBeNull()
})
