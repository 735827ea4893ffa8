import { expect, test } from 'vitest'
import { cutPower, powerMutants } from './power-loss.ts'

test('a power failure takes nothing that was acknowledged, and charges nobody for nothing', async () => {
  const { acknowledged, called, sectors } = await cutPower({ cycles: 20, random: Math.random })

  expect(acknowledged).toBeGreaterThan(0)
  expect(called).toBeGreaterThan(0)
  expect(sectors).toBeGreaterThan(0)
}, 60_000)

test.each(powerMutants)(
  'and the simulation notices when %s',
  async (mutant) => {
    await expect(cutPower({ cycles: 60, random: Math.random, mutant })).rejects.toThrow('After power cut')
  },
  60_000,
)
