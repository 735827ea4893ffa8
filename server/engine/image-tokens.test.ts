import { describe, expect, test } from 'vitest'
import { estimatePrompt } from './estimate.ts'
import { imageTokens, maxImageTokens } from './image-tokens.ts'
import { sizeOfPicture } from './picture-size.ts'

const toBase64 = (...parts: (string | number[] | Buffer)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  ).toString('base64')
const be16 = (value: number) => [value >> 8, value & 0xff]
const le16 = (value: number) => [value & 0xff, value >> 8]
const le24 = (value: number) => [...le16(value & 0xffff), value >> 16]
const zeros = (count: number) => Array.from({ length: count }, () => 0)

const png = (width: number, height: number) =>
  toBase64(
    [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13],
    'IHDR',
    [0, 0, ...be16(width), 0, 0, ...be16(height)],
    zeros(20),
  )
const picture = (width: number, height: number) => ({ mediaType: 'image/png', data: png(width, height) })

describe('the size of an image', () => {
  const app1 = Buffer.alloc(40_000, 0xc0)
  const segment = [0xff, 0xe1, ...be16(app1.length + 2), ...app1]
  const frame = (marker: number, width: number, height: number) => [
    0xff,
    marker,
    ...be16(17),
    8,
    ...be16(height),
    ...be16(width),
    ...zeros(10),
  ]
  const bits = (1919 | (1079 << 14)) >>> 0

  test.each([
    ['a PNG', png(1920, 1080)],
    ['a GIF', toBase64('GIF89a', le16(1920), le16(1080), zeros(30))],
    ['a plain WEBP', toBase64('RIFF', zeros(4), 'WEBPVP8 ', zeros(10), le16(1920), le16(1080), zeros(9))],
    [
      'a lossless WEBP',
      toBase64(
        'RIFF',
        zeros(4),
        'WEBPVP8L',
        zeros(4),
        [0x2f],
        [bits & 255, (bits >> 8) & 255, (bits >> 16) & 255, bits >>> 24],
        zeros(9),
      ),
    ],
    [
      'a WEBP with a canvas',
      toBase64('RIFF', zeros(4), 'WEBPVP8X', zeros(8), le24(1919), le24(1079), zeros(9)),
    ],
    ['a JPEG', toBase64([0xff, 0xd8], frame(0xc0, 1920, 1080), zeros(9))],
    [
      'a progressive JPEG behind two pictures of its camera and a table',
      toBase64(
        [0xff, 0xd8],
        segment,
        segment,
        [0xff, 0xff, 0xc4, 0, 4, 0, 0],
        frame(0xc2, 1920, 1080),
        zeros(9),
      ),
    ],
  ])('is read from %s', (_, data) => {
    expect(sizeOfPicture(data)).toEqual({ width: 1920, height: 1080 })
  })

  test.each([
    ['text', toBase64('Hello, this is no picture at all, I am sorry.')],
    ['nothing', ''],
    ['half a PNG', png(1, 1).slice(0, 20)],
    ['a PNG of no width', png(0, 10)],
    ['a JPEG that ends before its frame', toBase64([0xff, 0xd8], segment)],
    ['a JPEG whose segment is longer than it', toBase64([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff])],
  ])('of %s is unknown', (_, data) => {
    expect(sizeOfPicture(data)).toBeUndefined()
  })
})

describe('tokens of an image', () => {
  test.each([
    ['gpt-4o', 512, 512, 85 + 170],
    ['gpt-4o', 1024, 1024, 765],
    ['gpt-4o-2024-08-06', 2048, 4096, 1105],
    ['gpt-4o-mini', 512, 512, 2833 + 5667],
    ['gpt-4o-mini', 1024, 1024, 2833 + 4 * 5667],
    ['gpt-4o-mini', 768, 2048, 2833 + 8 * 5667],
    ['o3', 1024, 1024, 75 + 4 * 150],
    ['gpt-5', 1024, 1024, 70 + 4 * 140],
    ['gpt-5-mini', 1024, 1024, Math.ceil(1024 * 1.62)],
    ['o4-mini', 4000, 4000, Math.ceil(1536 * 1.72)],
    ['claude-sonnet-4-6', 1000, 1000, 1334],
    ['anthropic.claude-3-haiku-20240307-v1:0', 784, 1568, 1640],
    ['claude-opus-4-20250514', 6000, 6000, 1640],
    ['claude-opus-4-7', 1500, 1500, 3000],
    ['gemini-2.5-flash', 384, 384, 258],
    ['gemini-2.5-flash', 960, 540, 6 * 258],
    ['models/gemini-2.5-pro', 3072, 3072, 16 * 258],
  ])('%s, %i x %i: %i', (model, width, height, tokens) => {
    expect(maxImageTokens(picture(width, height), model)).toBe(tokens)
    expect(imageTokens(picture(width, height), model)).toBe(tokens)
  })

  test('an unmeasured picture counts as the most expensive size of its model', () => {
    const sizes = [1, 255, 300, 385, 511, 600, 768, 1152, 1568, 2048, 2576, 3072, 5000, 30_000]
    const all = sizes.flatMap((width) => sizes.map((height) => picture(width, height)))
    const models = [
      'gpt-4o-mini',
      'gpt-4o',
      'gpt-4.1-nano',
      'gpt-5.5',
      'claude-opus-5',
      'gemini-2.5-pro',
      'm',
    ]

    for (const model of models) {
      const far = maxImageTokens({ url: 'https://pictures.example/a.png' }, model)
      expect(Math.max(...all.map((image) => maxImageTokens(image, model)))).toBeLessThanOrEqual(far)
    }
  })

  test('an unknown model uses the most expensive rule for holds and adds no charge', () => {
    const large = picture(1024, 2048)

    expect(maxImageTokens(large, 'llama-vision')).toBe(maxImageTokens(large, 'gpt-4o-mini'))
    expect(imageTokens(large, 'llama-vision')).toBeUndefined()
    expect(imageTokens({ url: 'https://pictures.example/a.png' }, 'gpt-4o')).toBeUndefined()
  })

  test('are held for each image', () => {
    const images = [picture(512, 512), picture(1024, 1024)]
    const call = (seen?: typeof images) => ({
      messages: [{ role: 'user' as const, content: 'See', images: seen }],
    })

    const [without, held] = [call(), call(images)].map((request) => estimatePrompt(request, 'gpt-4o-mini'))
    expect((held ?? 0) - (without ?? 0)).toBe(2833 + 5667 + 2833 + 4 * 5667)
  })
})
