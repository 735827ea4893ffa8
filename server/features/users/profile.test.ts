import { expect, test } from 'vitest'
import { createTestApp } from '#server/testing/test-app.ts'

const full = {
  customerName: 'Ada Lovelace',
  address: 'Ataturk Cad. 1\nIzmir',
  phone: '532 123 45 67',
  phoneCountryCode: '+90',
  companyName: 'Analytical Engines',
  companyVatNo: '1234567890',
  companyAddress: 'St James 1',
  companyPhone: '7911123456',
  companyPhoneCountryCode: '+44',
  companyEmail: 'office@example.com',
}

async function openPlatform() {
  let now = new Date('2026-01-01')
  const { app, signUp } = await createTestApp({ now: () => now })
  const admin = await signUp('root')
  const ada = await signUp('ada')
  return {
    app,
    admin,
    ada,
    pass: (date: string) => {
      now = new Date(date)
    },
  }
}

test('a profile is saved completely, dated, and read back through every endpoint', async () => {
  const { ada, pass } = await openPlatform()
  pass('2026-01-02')

  const saved = await ada.call('PUT', '/auth/profile', full)

  expect(saved.json()).toEqual({ ...ada.user, ...full, updatedDate: '2026-01-02T00:00:00.000Z' })
  expect((await ada.call('GET', '/auth/profile')).json()).toEqual(saved.json())
  expect((await ada.call('GET', '/auth/me')).json()).toEqual({ ...saved.json(), impersonator: null })
})

test('omitted fields stay unchanged', async () => {
  const { ada } = await openPlatform()
  await ada.call('PUT', '/auth/profile', full)

  const saved = await ada.call('PUT', '/auth/profile', { companyName: '' })

  expect(saved.json()).toMatchObject({ ...full, companyName: '' })
})

test.each([
  [{ customerName: '  ' }, 'customerName', 'Customer Name is required'],
  [{ phone: '12345' }, 'phone', 'Phone number is too short'],
  [{ phone: '0123456789' }, 'phone', 'Invalid format for Turkey. Expected: 5XX XXX XX XX'],
  [{ phoneCountryCode: '' }, 'phone', 'Please select a country code'],
  [{ phoneCountryCode: '+999' }, 'phone', 'Invalid country code selected'],
  // Only the code is sent: it is validated together with the stored number.
  [{ companyPhoneCountryCode: '+39' }, 'companyPhone', 'Invalid format for Italy. Expected: 3XX XXX XXXX'],
  [{ companyEmail: 'a@b' }, 'companyEmail', 'Please enter a valid email address'],
  [{ companyEmail: 'a..b@x.com' }, 'companyEmail', 'Email cannot contain consecutive dots'],
  [{ companyEmail: '.a@x.com' }, 'companyEmail', 'Email username cannot start or end with a dot'],
])('%j is rejected with the specified message, and nothing is saved', async (change, field, sentence) => {
  const { ada } = await openPlatform()
  await ada.call('PUT', '/auth/profile', full)

  const answer = await ada.call('PUT', '/auth/profile', change)

  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ error: sentence, details: { [field]: [sentence] } })
  expect((await ada.call('GET', '/auth/profile')).json()).toMatchObject(full)
})

test('the specified endpoint saves the user’s own profile, and nothing of the account with it', async () => {
  const { admin, ada } = await openPlatform()

  const saved = await ada.call('PUT', `/auth/users/${ada.user.id}`, {
    ...full,
    email: 'other@example.com',
    role: 'ADMIN',
    username: 'queen',
  })

  expect(saved.json()).toMatchObject({ ...full, email: 'ada@example.com', role: 'USER', username: 'ada' })
  expect((await ada.call('PUT', `/auth/users/${admin.user.id}`, full)).statusCode).toBe(404)
})

test('only an ADMIN can save the profile of another user, and the audit trail records it', async () => {
  const { app, admin, ada } = await openPlatform()

  const saved = await admin.call('PUT', `/auth/users/${ada.user.id}`, { ...full, role: 'ADMIN' })

  expect(saved.json()).toMatchObject({ ...full, id: ada.user.id, role: 'USER' })
  expect((await ada.call('GET', '/auth/profile')).json()).toMatchObject(full)
  expect((await ada.call('PUT', `/auth/users/${admin.user.id}`, full)).statusCode).toBe(404)
  expect((await admin.call('PUT', '/auth/users/nobody', full)).statusCode).toBe(404)
  const trail = (await app.inject({ url: '/trpc/audit.list?input={}', headers: admin.headers })).body
  expect(trail).toContain('users.update')
  expect(trail).not.toContain(full.address.slice(0, 10))
})
