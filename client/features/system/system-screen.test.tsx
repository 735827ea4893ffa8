import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import '#client/app/admin-pages.tsx'
import { renderApp } from '#client/testing/render-screen.tsx'
import type { Language } from '#client/texts/texts.tsx'
import { missingFolder } from '#server/features/backups/explain-disk-error.ts'
import { createTestApp } from '#server/testing/test-app.ts'

type World = Awaited<ReturnType<typeof createTestApp>>

async function openScreen({
  language = 'en',
  before,
  as = 'root',
}: {
  language?: Language
  as?: string
  before?: (world: World) => Promise<void> | void
} = {}) {
  const world = await createTestApp()
  const people = { root: await world.signUp('root'), ada: await world.signUp('ada') }
  await before?.(world)
  const { app } = world
  const { user } = await renderApp('/app/system', { app, session: people[as as 'root'], language })
  const card = async (name: string) => within(await screen.findByRole('region', { name }))
  return { ...world, ...people, user, card }
}

test('an ADMIN sees health, versions, sizes, jobs, and that there is nothing to look at', async () => {
  const { card } = await openScreen({
    before: async ({ services }) => {
      await services.ledger.check()
    },
  })

  expect(await screen.findByText('Running, nothing to look at')).toBeDefined()
  const health = await card('Health')
  expect(health.getByText('sound')).toBeDefined()
  expect((await card('Versions')).getByText(process.versions.node)).toBeDefined()
  expect((await card('Disk')).getByRole('img', { name: /of the disk is used$/ })).toBeDefined()
})

test('the ledger is checked again, and a finding is something to look at', async () => {
  const { user, card, services } = await openScreen()
  const ledger = await card('Ledger')
  expect(ledger.getByText('Not checked yet')).toBeDefined()

  await user.click(ledger.getByRole('button', { name: 'Check now' }))
  expect(await ledger.findByText('Balanced')).toBeDefined()

  services.ledger.check = async () => {
    services.ledger.last()?.findings.push({ rule: 'sums', id: 'x' } as never)
    return []
  }
  await user.click(ledger.getByRole('button', { name: 'Check now' }))

  expect(await ledger.findByText('Broken')).toBeDefined()
  expect(ledger.getByText('sums')).toBeDefined()
  expect(await screen.findByText('Running, 1 thing to look at')).toBeDefined()
})

test('a check that fails says so with the id of its request', async () => {
  const { user, card, services } = await openScreen()
  services.ledger.check = () => Promise.reject(new Error('The disk is broken.'))
  const ledger = await card('Ledger')

  await user.click(ledger.getByRole('button', { name: 'Check now' }))

  expect(await ledger.findByText(/^Something went wrong on our side\. \(rq-[\da-z-]+\)$/)).toBeDefined()
})

test('jobs are counted by kind, and errors name kind, route and request', async () => {
  const { card } = await openScreen({
    before: async ({ services, store, signUp }) => {
      const { user } = await signUp('selin')
      const job = { kind: 'evaluation', userId: user.id, subjectId: 'x', input: {}, delayMs: 60_000 }
      await store.transaction((tx) => services.jobs.enqueue(tx, job))
      services.system.recordError({
        error: new TypeError('planted'),
        route: 'GET /api/v1/wallets/me',
        requestId: 'rq-one',
      })
    },
  })

  const jobs = within((await card('Background jobs')).getByRole('row', { name: /^Evaluation 1 0/ }))
  expect(jobs.getByText('Evaluation')).toBeDefined()
  const errors = await card('Last errors')
  expect(errors.getByRole('row', { name: /TypeError GET \/api\/v1\/wallets\/me 1 rq-one/ })).toBeDefined()
  expect(errors.getByRole('button', { name: 'Copy request ID rq-one' })).toBeDefined()
  expect(document.body.textContent).not.toContain('planted')
})

async function failBackups({ services: { system } }: World) {
  const { status } = system
  system.status = async () => {
    const known = await status()
    return {
      ...known,
      health: { ...known.health, backups: 'failing' },
      backups: {
        ...{ kind: 'scheduled', folder: '/backups', everyHours: 24, isRunning: false, count: 7 },
        last: {
          name: 'x',
          createdDate: new Date(Date.now() - 3_600_000),
          bytes: 5_000_000,
          tookMs: 1_900,
        },
        nextDate: new Date(Date.now() + 3_600_000),
        failure: { date: new Date(), message: missingFolder('/backups').message },
      },
      connections: [
        {
          ...{ service: 'cards', state: 'set up', successDate: null },
          failure: { date: new Date(), kind: 'UPSTREAM_FAILED Error ECONNREFUSED' },
        },
        { service: 'mail', state: 'not set up', successDate: null, failure: null },
      ],
    }
  }
}

test('backups that fail are something to look at, and calls outside show how they ended', async () => {
  const { card } = await openScreen({ before: failBackups })

  const backups = await card('Backups')
  expect(backups.getByText('Failing')).toBeDefined()
  expect(backups.getByText('There is no folder /backups. Create it, or mount its disk.')).toBeDefined()
  expect(backups.getByText('1 hr ago')).toBeDefined()
  expect(await screen.findByText('Running, 1 thing to look at')).toBeDefined()
  const connections = await card('Connections')
  expect(connections.getByText('UPSTREAM_FAILED Error ECONNREFUSED')).toBeDefined()
  expect(connections.getByText('not set up')).toBeDefined()
})

test('without a folder for backups the card says which setting to make', async () => {
  const { card } = await openScreen()

  expect((await card('Backups')).getByText(/^None are scheduled. Set BACKUP_DIR/)).toBeDefined()
})

test('why a backup has failed is said in Turkish too', async () => {
  const { card } = await openScreen({ before: failBackups, language: 'tr' })

  const reason = '/backups klasörü yok. Oluşturun ya da diskini bağlayın.'
  expect(await (await card('Yedekler')).findByText(reason)).toBeDefined()
})

test('it is in Turkish too, and reached from the menu of ADMINs', async () => {
  const { user } = await openScreen({ language: 'tr' })

  expect(await screen.findByRole('heading', { name: 'Yavaş sorgular' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Yönetici görünümü' }))
  expect((await screen.findByRole('menuitem', { name: 'Sistem' })).getAttribute('href')).toBe('/app/system')
})

test('others see that it is for ADMINs, and nothing of the server', async () => {
  await openScreen({ as: 'ada' })

  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'System' })).toBeDefined())
  expect(screen.queryByRole('region', { name: 'Health' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Admin view' })).toBeNull()
})
