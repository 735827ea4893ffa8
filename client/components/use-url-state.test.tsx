import { act, renderHook } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { useUrlState } from './use-url-state.ts'

test('a change builds on one that has not been rendered yet', () => {
  const { result } = renderHook(() => ({ ...useUrlState(), location: useLocation() }), {
    wrapper: ({ children }) => <MemoryRouter initialEntries={['/?platform=API']}>{children}</MemoryRouter>,
  })
  const { change } = result.current

  act(() => {
    change({ platform: undefined })
    change({ rating: 'negative' })
  })

  expect(result.current.location.search).toBe('?rating=negative')
})
