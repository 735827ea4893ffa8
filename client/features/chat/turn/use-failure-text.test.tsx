import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Language, loadTexts, TextsProvider } from '#client/texts/texts.tsx'
import { useFailureText } from './use-failure-text.ts'

async function textOf(language: Language, code: string, message: string) {
  const initial = await loadTexts(language)
  const failure = { type: 'failed', code, message, nodeId: undefined, label: undefined } as const
  const { result } = renderHook(() => useFailureText(failure), {
    wrapper: ({ children }) => <TextsProvider initial={initial}>{children}</TextsProvider>,
  })
  return result.current
}

test('a failure with a value in it is shown in the current language', async () => {
  const message = 'This flow has reached its limit of $2.50 for today.'

  expect(await textOf('en', 'INSUFFICIENT_FUNDS', message)).toEqual({ title: message, detail: undefined })
  expect(await textOf('tr', 'INSUFFICIENT_FUNDS', message)).toEqual({
    title: 'Bu akış bugünkü sınırına ulaştı: 2,50 $.',
    detail: undefined,
  })
})

test('an unknown sentence is shown below that of its code', async () => {
  expect(await textOf('tr', 'UPSTREAM_FAILED', 'Somebody else said this.')).toEqual({
    title: 'Dış hizmetten yanıt alınamadı.',
    detail: 'Somebody else said this.',
  })
})
