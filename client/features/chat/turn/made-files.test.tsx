import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Language, loadTexts, TextsProvider } from '#client/texts/texts.tsx'
import { MadeFiles } from './made-files.tsx'

const stored = {
  filePath: 'hours.csv',
  fileName: '1-hours.csv',
  size: 2_400,
  url: '/api/v1/get-upload-file?a=b',
}

async function show(annotations: unknown[], language: Language = 'en') {
  render(
    <TextsProvider initial={await loadTexts(language)}>
      <MadeFiles annotations={annotations} />
    </TextsProvider>,
  )
}

test('a file is a download with its name and size', async () => {
  await show([stored])

  const link = screen.getByRole('link', { name: 'hours.csv 2 KB' })
  expect(link.getAttribute('href')).toBe('/api/v1/get-upload-file?a=b&download=true')
  expect(screen.getByRole('list', { name: 'Files' })).toBeDefined()
})

test('a file that could not be fetched says why, in the language of the screen', async () => {
  await show([{ filePath: 'hours.csv', error: 'Azure OpenAI answered 503. Try again in a moment.' }], 'tr')

  expect(screen.getByRole('listitem').textContent).toBe(
    'hours.csv: Azure OpenAI yanıtı: 503. Birazdan yeniden deneyin.',
  )
  expect(screen.queryByRole('link')).toBeNull()
})
