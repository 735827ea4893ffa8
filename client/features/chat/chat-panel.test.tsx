import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { changeInternalChat, internalChatKey, readInternalChat } from './internal-chat.ts'
import { openChat, openServer } from './testing/open-chat.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

function stored(flowId: string) {
  return readInternalChat(localStorage.getItem(internalChatKey(flowId)) ?? undefined)
}

describe('a question', () => {
  test('is answered with what it took and what it cost', async () => {
    const server = await openServer()
    const { user, input, heard } = openChat(server)
    await screen.findByText(/Ask something to try this flow/)

    await user.type(input(), 'Which plates are safe for food?{Enter}')

    expect(await screen.findByRole('button', { name: 'Copy answer' }, { timeout: 10_000 })).toBeDefined()
    const turn = screen.getByRole('article', { name: /^Flow, / })
    expect(within(turn).getByText(/^\d+\.\d s · [\d,]+ tok · \$0/)).toBeDefined()
    expect(within(turn).getByText(/^Asked /)).toBeDefined()
    expect(heard.events.at(-1)?.type).toBe('run_finished')
    expect(heard.runIds).toHaveLength(1)
    expect(stored(server.flow.id)).toEqual({ chatId: expect.any(String) })
  })
})
