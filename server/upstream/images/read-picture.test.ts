import { expect, test } from 'vitest'
import { createReadPicture } from './read-picture.ts'

const png = Buffer.from('89504e470d0a1a0a0000', 'hex')
const url = 'https://pictures.example/desk.png'

function open(answer: () => Response | Promise<Response>) {
  const asked: string[] = []
  const time = { ms: 1_000_000 }
  const readPicture = createReadPicture({
    now: () => new Date(time.ms),
    fetch: async (input) => {
      asked.push(String(input))
      return answer()
    },
  })
  return { readPicture, asked, time }
}

test('a picture is read once an hour', async () => {
  const { readPicture, asked, time } = open(() => new Response(png))

  expect(await readPicture(url)).toBe(`data:image/png;base64,${png.toString('base64')}`)
  await readPicture(url)
  time.ms += 3_599_000
  await readPicture(url)
  expect(asked).toEqual([url])
  time.ms += 2_000
  await readPicture(url)
  expect(asked).toHaveLength(2)
})

test.each([
  ['ffd8ffe000', 'image/jpeg'],
  ['474946383961', 'image/gif'],
  ['474946383761', 'image/gif'],
  ['524946460000000057454250', 'image/webp'],
])('bytes %s are %s', async (hex, type) => {
  const { readPicture } = open(() => new Response(Buffer.from(hex, 'hex')))

  expect(await readPicture(url)).toMatch(`data:${type};base64,`)
})

test.each([
  [
    'an SVG',
    () =>
      new Response('<svg xmlns="http://www.w3.org/2000/svg"/>', { headers: { 'content-type': 'image/png' } }),
  ],
  ['a page', () => new Response('<html></html>')],
  ['a sound', () => new Response(Buffer.from('524946460000000057415645', 'hex'))],
  ['a picture that is too large', () => new Response(Buffer.concat([png, Buffer.alloc(200_000)]))],
  ['one that says so before', () => new Response(png, { headers: { 'content-length': '9000000' } })],
  ['an error', () => new Response(png, { status: 404 })],
  ['a server that is gone', () => Promise.reject(new Error('ECONNREFUSED'))],
])('%s is no picture', async (_, answer) => {
  expect(await open(answer).readPicture(url)).toBeUndefined()
})
