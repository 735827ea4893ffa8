import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen } from '#client/testing/render-screen.tsx'
import type { Language } from '#client/texts/texts.tsx'
import { createTestApp } from '#server/testing/test-app.ts'
import { emptyProfile, type Profile } from '#shared/profile.ts'
import { ProfileDialog } from './profile-dialog.tsx'
import { sendPicture } from './send-picture.ts'

afterEach(() => vi.useRealTimers())

type Around = Parameters<typeof renderScreen>[1]['around']
type Settings = { stored?: Partial<Profile>; around?: Around; language?: Language; open?: boolean }

async function openProfile({ stored, around, language = 'en', open = true }: Settings = {}) {
  const { app, signUp } = await createTestApp()
  await signUp('root')
  const ada = await signUp('ada')
  if (stored) {
    await ada.call('PUT', '/auth/profile', { ...emptyProfile, customerName: 'Ada', ...stored })
  }
  const log: string[] = []
  const onClose = vi.fn()
  const view = await renderScreen(<ProfileDialog onClose={onClose} />, {
    app,
    session: ada,
    language,
    around: (answer, path) => {
      log.push(path)
      return around ? around(answer, path) : answer()
    },
  })
  if (open) {
    await screen.findByText('Account Status')
  }
  const profile = async () => (await ada.call('GET', '/auth/profile')).json<Profile>()
  return { ...view, app, ada, log, onClose, profile }
}

const customerName = /^Customer Name/
const edit = () => fireEvent.click(screen.getByRole('button', { name: 'Edit Profile Information' }))
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save All Changes' }))
const write = (label: string | RegExp, value: string) => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
}
/** Advances the fake clock. */
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const stopClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

test('shows a loading state, then the user of the profile', async () => {
  let answerNow = () => undefined as unknown
  const held = new Promise((resolve) => {
    answerNow = () => resolve(undefined)
  })
  const { ada } = await openProfile({
    open: false,
    around: async (answer, path) => {
      await (path.includes('profile.get') && held)
      return answer()
    },
  })
  expect(screen.getByText('Loading your profile information...')).toBeDefined()
  expect(screen.getByText('Please wait while we fetch your data')).toBeDefined()

  answerNow()

  await screen.findByText('Account Status')
  const dialog = screen.getByRole('dialog', { name: 'User Profile Management' })
  const textAt = (label: string) => within(dialog).getAllByText(label)[0]?.parentElement?.textContent
  expect(textAt('Account Status')).toBe('Account StatusActive')
  expect(textAt('Member Since')).toBe(`Member Since${new Date().getFullYear()}`)
  expect(textAt('Account ID')).toContain(ada.user.id)
  expect(within(dialog).getByText('User')).toBeDefined()
  expect(within(dialog).getByText('cannot be changed')).toBeDefined()
  expect(within(dialog).getByText(/^Last updated: \d/)).toBeDefined()
  for (const name of ['Personal Information', 'Company Information', 'System Information']) {
    expect(within(dialog).getByRole('heading', { name })).toBeDefined()
  }
})

test('a profile that fails to load shows an error, and can be reloaded', async () => {
  let isBroken = true
  const { user } = await openProfile({
    open: false,
    around: (answer, path) =>
      isBroken && path.includes('profile.get') ? Promise.reject(new TypeError('down')) : answer(),
  })
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to load profile information. Please try again.',
  )

  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByText('Account Status')).toBeDefined()
})

test('the read view preserves line breaks, marks empty fields, and has no inputs', async () => {
  await openProfile({ stored: { address: 'Moda Cad. 14\nKadıköy', phone: '5321234567' } })

  const address = screen.getByText(/Moda Cad/)
  expect(address.textContent).toBe('Moda Cad. 14\nKadıköy')
  expect(screen.getByText('+90 (532) 123 45 67')).toBeDefined()
  expect(screen.getAllByText('Not provided').length).toBe(5)
  expect(screen.queryAllByRole('textbox')).toEqual([])
})

test.each([
  ['12345', '+90', 'Phone number is too short'],
  ['0123456789', '+90', 'Invalid format for Turkey. Expected: 5XX XXX XX XX'],
  ['5321234567', '', 'Please select a country code'],
  ['5321234567', '+90', undefined],
  ['5321234567', '+49', undefined],
  ['', '', undefined],
])(
  'phone %j with %j: shows %s one and a half seconds after the last change',
  async (phone, code, sentence) => {
    await openProfile()
    edit()
    stopClock()

    fireEvent.change(screen.getByLabelText('Country code of the personal phone'), { target: { value: '+1' } })
    fireEvent.change(screen.getByLabelText('Country code of the personal phone'), { target: { value: code } })
    write('Personal Phone', '1')
    pass(1_400)
    write('Personal Phone', phone)
    pass(1_499)
    expect(screen.queryAllByRole('alert')).toEqual([])

    pass(1)
    expect(screen.queryAllByRole('alert').map(({ textContent }) => textContent)).toEqual(
      sentence ? [sentence] : [],
    )
  },
)

test('the code list has the fifteen countries and a blank option', async () => {
  await openProfile()
  edit()

  const codes = screen.getByLabelText<HTMLSelectElement>('Country code of the company phone')
  expect(codes.value).toBe('+90')
  expect([...codes.options].filter(({ value }) => value !== '').length).toBe(15)
})

test.each([
  ['a@b', 'Please enter a valid email address'],
  ['a..b@x.com', 'Email cannot contain consecutive dots'],
  ['.a@x.com', 'Email username cannot start or end with a dot'],
  [`${'a'.repeat(65)}@x.com`, 'Email username part is too long (max 64 characters)'],
  [`a@${'b'.repeat(250)}.com`, 'Email address is too long (max 254 characters)'],
])('company email %s: %s', async (email, sentence) => {
  await openProfile()
  edit()
  stopClock()

  write('Company Email', email)
  pass(1_499)
  expect(screen.queryByText(sentence)).toBeNull()
  pass(1)
  expect(screen.getByText(sentence)).toBeDefined()

  write('Company Email', 'muhasebe@pera.com')
  pass(1_500)
  expect(screen.queryByText(sentence)).toBeNull()
})

test('saving with an error sends no request and shows the first invalid field', async () => {
  const { log } = await openProfile({ stored: {} })
  edit()
  write('Company Phone', '12')
  write('Company Email', 'nobody')

  save()

  expect(await screen.findByText('Please fix the validation errors before saving.')).toBeDefined()
  expect(screen.getByText('Phone number is too short')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Company Phone'))
  expect(log.some((path) => path.includes('profile.save'))).toBe(false)
})

test('the customer name is required', async () => {
  const { log } = await openProfile()
  edit()

  save()

  expect(await screen.findByText('Customer Name is required')).toBeDefined()
  expect(log.some((path) => path.includes('profile.save'))).toBe(false)
})

test('cancelling restores the loaded values and removes the errors', async () => {
  const { profile } = await openProfile({ stored: { companyName: 'Pera' } })
  edit()
  expect(screen.queryByText('Not saved yet')).toBeNull()
  write('Company Name', 'Other')
  write('Company Phone', '12')
  expect(screen.getAllByText('Not saved yet').length).toBe(1)
  save()
  await screen.findByText('Phone number is too short')

  fireEvent.click(screen.getByRole('button', { name: 'Cancel Editing' }))

  expect(screen.getByText('Pera')).toBeDefined()
  expect(screen.queryByText('Phone number is too short')).toBeNull()
  expect(screen.queryByText('Please fix the validation errors before saving.')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Profile Information' }))
  edit()
  expect(screen.getByLabelText<HTMLInputElement>('Company Name').value).toBe('Pera')
  expect((await profile()).companyName).toBe('Pera')
})

test('saves all fields, confirms for four seconds, and reloads', async () => {
  let answerNow = () => undefined as unknown
  const held = new Promise((resolve) => {
    answerNow = () => resolve(undefined)
  })
  const { profile } = await openProfile({
    around: async (answer, path) => {
      await (path.includes('profile.save') && held)
      return answer()
    },
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  edit()
  write(customerName, 'Ada Aydın')
  write('Personal Phone', '5321234567')
  save()

  const busy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Saving Changes...' })
  expect(busy.disabled).toBe(true)
  answerNow()

  const done = 'Your profile information has been successfully updated!'
  expect(await screen.findByText(done)).toBeDefined()
  expect(screen.queryAllByRole('textbox')).toEqual([])
  expect(screen.getByText('Ada Aydın')).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(screen.getByText(done)).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(1_100))
  expect(screen.queryByText(done)).toBeNull()
  expect(await profile()).toMatchObject({ customerName: 'Ada Aydın', phoneCountryCode: '+90' })
})

test('a failed save retains the typed values', async () => {
  await openProfile({
    around: (answer, path) =>
      path.includes('profile.save') ? Promise.reject(new TypeError('down')) : answer(),
  })
  edit()
  write(customerName, 'Ada Aydın')
  save()

  expect(await screen.findByText('Failed to update information. Please try again.')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>(customerName).value).toBe('Ada Aydın')
})

test('a server rejection is shown at its field', async () => {
  await openProfile()
  edit()
  write(customerName, 'Ada')
  write('Tax ID / VAT Number', '1'.repeat(51))
  save()

  expect(await screen.findByText('Use at most 50 characters')).toBeDefined()
  expect(screen.getByText('Please fix the validation errors before saving.')).toBeDefined()
})

test('Esc ends editing and not the dialog, and asks for confirmation if changes would be lost', async () => {
  const { user, onClose } = await openProfile()
  edit()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryAllByRole('textbox')).toEqual([]))
  expect(onClose).not.toHaveBeenCalled()

  edit()
  write(customerName, 'Somebody')
  await user.keyboard('{Escape}')
  const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
  expect(screen.getByLabelText<HTMLInputElement>(customerName).value).toBe('Somebody')

  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(screen.queryAllByRole('textbox')).toEqual([]))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('closing also asks for confirmation, then closes', async () => {
  const { user, onClose } = await openProfile()
  edit()
  write(customerName, 'Somebody')

  await user.click(screen.getByRole('button', { name: 'Close Profile' }))
  expect(onClose).not.toHaveBeenCalled()
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('Turkish also translates sentences that contain names', async () => {
  await openProfile({ language: 'tr', open: false })
  fireEvent.click(await screen.findByRole('button', { name: 'Profil bilgilerini düzenle' }))
  stopClock()

  write('Kişisel telefon', '0123456789')
  pass(1_500)

  expect(screen.getByRole('alert').textContent).toBe('Türkiye için geçersiz biçim. Beklenen: 5XX XXX XX XX')
})

test('a picture is uploaded and removed through the real API', async () => {
  const { app, ada } = await openProfile()
  const headers = { authorization: `Bearer ${ada.token}` }
  vi.stubGlobal('fetch', async (url: string, init: { method: 'PUT'; headers: object; body?: Blob }) => {
    const payload = init.body && Buffer.from(await init.body.arrayBuffer())
    const answer = await app.inject({
      url,
      method: init.method,
      headers: { ...init.headers },
      ...(payload && { payload }),
    })
    return new Response(answer.body, { status: answer.statusCode })
  })
  const avatarUrl = async () => (await ada.call('GET', '/auth/me')).json().avatarUrl

  await sendPicture(new Blob([onePixel], { type: 'image/png' }), headers)
  expect(await avatarUrl()).toContain(ada.user.id)

  await sendPicture(undefined, headers)
  expect(await avatarUrl()).toBeNull()

  await expect(sendPicture(new Blob(['no picture'], { type: 'image/png' }), headers)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  vi.unstubAllGlobals()
})

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
