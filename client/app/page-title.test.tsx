import { Dropdown, Menu, MenuButton, MenuItem } from '@mui/joy'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, Outlet, useNavigate } from 'react-router'
import { expect, test } from 'vitest'
import { en } from '#client/texts/en.ts'
import { TextsProvider } from '#client/texts/texts.tsx'
import { Root } from './root.tsx'

function openPage() {
  const coming = Promise.withResolvers<void>()
  function Frame() {
    const navigate = useNavigate()
    return (
      <>
        <Dropdown>
          <MenuButton>Profile</MenuButton>
          <Menu disablePortal>
            <MenuItem>Details</MenuItem>
          </Menu>
        </Dropdown>
        <button type="button" onClick={() => coming.promise.then(() => navigate('/app/far'))}>
          Go
        </button>
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
      </>
    )
  }
  const children = [
    { index: true, element: <h1>Near</h1> },
    { path: 'far', element: <h1>Far</h1>, handle: { title: () => 'Far away' } },
  ]
  render(
    <TextsProvider initial={{ language: 'en', texts: en }}>
      <MemoryRouter initialEntries={['/app']}>
        <Root routes={[{ path: '/app', element: <Frame />, children }]} />
      </MemoryRouter>
    </TextsProvider>,
  )
  return { user: userEvent.setup(), arrive: () => act(async () => coming.resolve()) }
}

test('a new page is announced and receives the focus from the link that led to it', async () => {
  const { user, arrive } = openPage()
  await user.click(await screen.findByRole('button', { name: 'Go' }))

  await arrive()

  await screen.findByRole('heading', { name: 'Far' })
  expect(document.activeElement).toBe(screen.getByRole('main'))
  expect(screen.getByText('Far away')).toBeDefined()
})

test('a page that loads late is announced, and does not close a menu opened meanwhile', async () => {
  const { user, arrive } = openPage()
  await user.click(await screen.findByRole('button', { name: 'Go' }))
  await user.click(screen.getByRole('button', { name: 'Profile' }))
  await screen.findByRole('menuitem', { name: 'Details' })

  await arrive()

  await screen.findByRole('heading', { name: 'Far' })
  expect(screen.getByRole('menuitem', { name: 'Details' })).toBe(document.activeElement)
  expect(screen.getByText('Far away')).toBeDefined()
})
