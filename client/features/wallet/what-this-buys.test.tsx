import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'
import { WhatThisBuys } from './what-this-buys.tsx'

test.each([
  ['en', 16_612, 0.0029, 'About 16,600 more answers from Support concierge, at $0.0029 each.'],
  ['en', 3_620_688, 0.000029, 'About 3,620,000 more answers from Support concierge, at $0.000029 each.'],
  ['tr', 16_612, 0.0029, 'Support concierge akışından yaklaşık 16.600 yanıt daha; yanıt başına 0,0029 $.'],
] as const)('%s: %d answers at %d', async (language, answersLeft, costPerAnswer, sentence) => {
  const { app } = await createTestApp()
  const flow = { id: 'f', name: 'Support concierge', costPerAnswer, answersLeft }

  await renderScreen(<WhatThisBuys flow={flow} />, { app, language })

  expect(screen.getByRole('paragraph').textContent?.replaceAll('\u00a0', ' ')).toBe(sentence)
})
