import { describe, expect, test } from 'vitest'
import { createRedisPort } from './open-redis.ts'
import { openTinyRedis } from './testing/tiny-redis.ts'

describe('a user-owned Redis', () => {
  test('receives commands together, over one connection', async () => {
    const redis = await openTinyRedis()
    const send = createRedisPort([redis.pair])

    const first = await send(redis.place, [
      ['LPUSH', 'ışık', 'ığüşöç'],
      ['LRANGE', 'ışık', '0', '-1'],
      ['GET', 'nothing'],
    ])
    await Promise.all([send(redis.place, [['PING']]), send(redis.place, [['PING']])])

    expect(first).toEqual([1, ['ığüşöç'], null])
    expect(redis.connections()).toBe(1)
  })

  test('at an internal address is rejected before any command is sent', async () => {
    const redis = await openTinyRedis()

    await expect(createRedisPort([])(redis.place, [['PING']])).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('OUTGOING_ALLOW'),
    })
    expect(redis.connections()).toBe(0)
  })

  test.each(['localhost', '0.0.0.0', '[::1]', '169.254.169.254', '/var/run/redis.sock', '127.1'])(
    'has no address like %s',
    async (host) => {
      await expect(createRedisPort([])({ host, port: 6379 }, [['PING']])).rejects.toMatchObject({
        code: expect.stringMatching(/FORBIDDEN|UPSTREAM_FAILED/),
      })
    },
  )

  test('requires its password, and reports it in its own words', async () => {
    const redis = await openTinyRedis({ password: 'right-password' })
    const send = createRedisPort([redis.pair])

    expect(await send({ ...redis.place, password: 'right-password' }, [['PING']])).toEqual(['PONG'])
    const wrong = await send({ ...redis.place, password: 'wrong-password' }, [['PING']]).catch(
      (error: unknown) => error,
    )
    expect(wrong).toMatchObject({
      code: 'UPSTREAM_FAILED',
      message: expect.stringContaining('WRONGPASS'),
    })
    expect(JSON.stringify(wrong)).not.toContain('wrong-password')
  })

  test('preserves its connection after a rejected command, and reconnects after a broken one', async () => {
    const redis = await openTinyRedis()
    const send = createRedisPort([redis.pair])
    redis.texts.set('text', 'x')

    await expect(send(redis.place, [['LRANGE', 'text', '0', '-1']])).rejects.toMatchObject({
      message: expect.stringContaining('WRONGTYPE'),
    })
    expect(await send(redis.place, [['PING']])).toEqual(['PONG'])
    expect(redis.connections()).toBe(1)
    redis.cut()
    await expect.poll(async () => send(redis.place, [['PING']]).catch(() => 'broken')).toEqual(['PONG'])
    expect(redis.connections()).toBe(2)
  })

  test('that is unreachable is reported', async () => {
    const redis = await openTinyRedis()

    await expect(
      createRedisPort(['127.0.0.1:1'])({ host: '127.0.0.1', port: 1 }, [['PING']]),
    ).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      message: 'The Redis at 127.0.0.1:1 could not be reached. Check the address and try again.',
    })
    expect(redis.connections()).toBe(0)
  })
})
