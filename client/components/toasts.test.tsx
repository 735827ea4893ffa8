import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'
import { useConfirm } from './confirm-dialog.tsx'
import { useToasts } from './toasts.tsx'

afterEach(() => vi.useRealTimers())

function Speaker() {
  const toasts = useToasts()
  return (
    <>
      <button type="button" onClick={() => toasts.success('Saved.')}>
        succeed
      </button>
      <button type="button" onClick={() => toasts.error(<span>It failed.</span>)}>
        fail
      </button>
    </>
  )
}

async function openSpeaker() {
  const { app } = await createTestApp()
  await renderScreen(<Speaker />, { app })
  vi.useFakeTimers()
  return (name: string) => act(async () => screen.getByRole('button', { name }).click())
}
const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms))

test('an information toast closes after five seconds, an error stays until dismissed', async () => {
  const press = await openSpeaker()
  await press('succeed')
  await press('fail')
  expect(screen.getByText('Saved.').closest('[role]')?.getAttribute('role')).toBe('status')
  expect(screen.getByRole('alert').textContent).toContain('It failed.')

  await wait(5_000)
  expect(screen.queryByText('Saved.')).toBeNull()
  expect(screen.getByText('It failed.')).toBeDefined()

  await press('Dismiss')
  expect(screen.queryByText('It failed.')).toBeNull()
})

test('a toast stays open while it is being read', async () => {
  const press = await openSpeaker()
  await press('succeed')

  await act(async () => screen.getByRole('button', { name: 'Dismiss' }).focus())
  await wait(20_000)

  expect(screen.getByText('Saved.')).toBeDefined()
})

test('the focus moves from a dismissed toast to the next, and from the last one back to its origin', async () => {
  const press = await openSpeaker()
  screen.getByRole('button', { name: 'fail' }).focus()
  await press('fail')
  await press('fail')
  const [first, second] = screen.getAllByRole('button', { name: 'Dismiss' })

  await act(async () => first?.focus())
  await act(async () => first?.click())
  await wait(0)
  expect(document.activeElement).toBe(second)
  await act(async () => second?.click())
  await wait(0)
  expect(document.activeElement?.textContent).toBe('fail')
})

test('a toast shown after a dismissed one closes automatically again', async () => {
  const press = await openSpeaker()
  await press('fail')
  await act(async () => screen.getByRole('button', { name: 'Dismiss' }).focus())
  await press('Dismiss')
  await press('succeed')

  await wait(5_000)

  expect(screen.queryByText('Saved.')).toBeNull()
})

function Caller() {
  const confirm = useConfirm()
  return (
    <button
      type="button"
      onClick={async ({ currentTarget }) => {
        const agreed = await confirm({ title: 'Sure?' })
        currentTarget.textContent = String(agreed)
      }}
    >
      ask
    </button>
  )
}

test.each([
  ['OK', 'true'],
  ['Cancel', 'false'],
])('a confirm dialog answered with %s returns %s', async (answer, result) => {
  const { app } = await createTestApp()
  const { user } = await renderScreen(<Caller />, { app })
  const caller = screen.getByRole('button', { name: 'ask' })

  await user.click(caller)
  await screen.findByRole('alertdialog', { name: 'Sure?' })
  await user.click(screen.getByRole('button', { name: answer }))

  await expect.poll(() => caller.textContent).toBe(result)
})
