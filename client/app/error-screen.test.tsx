import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { expectConsoleErrors } from '#client/testing/setup.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { ErrorBoundary } from './error-screen.tsx'

function Broken(): never {
  throw new Error('on purpose')
}

test('a crashed screen shows the specified error text', async () => {
  expectConsoleErrors()
  const { app } = await createTestApp()

  await renderScreen(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
    { app },
  )

  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeDefined()
  expect(screen.getByText('An unexpected error occurred. Please try refreshing the page.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Refresh Page' })).toBeDefined()
  expect(screen.queryByText(/on purpose/)).toBeNull()
})
