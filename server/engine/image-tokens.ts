import { type Size, sizeOfPicture } from './picture-size.ts'
import type { ChatImage } from './ports.ts'

type Rule = {
  count(size: Size): number
  /** For the most expensive size: used when the size of an image is unknown. */
  max: number
}

/**
 * OpenAI's older models: scaled to fit 2048 x 2048, then to 768 on the short side, then tiles of 512; never scaled
 * up. https://platform.openai.com/docs/guides/images-vision#calculating-costs
 */
function tiles(base: number, tile: number): Rule {
  const count = (size: Size) => {
    const { width, height } = within(within(size, 2048, Math.max), 768, Math.min)
    return base + tile * Math.ceil(width / 512) * Math.ceil(height / 512)
  }
  return { count, max: base + 8 * tile }
}

/**
 * OpenAI's newer models (same page): patches of 32 pixels, capped by the model's budget and multiplied by its
 * factor.
 */
function patches(budget: number, factor: number): Rule {
  const count = ({ width, height }: Size) =>
    Math.ceil(factor * Math.min(budget, Math.ceil(width / 32) * Math.ceil(height / 32)))
  return { count, max: Math.ceil(factor * budget) }
}

/**
 * Anthropic: one token per 750 pixels or per 28 x 28 patch, whichever is more, after large images were scaled
 * down. https://platform.claude.com/docs/en/build-with-claude/vision#image-costs
 */
function pixels(maxSide: number, max: number): Rule {
  const count = (size: Size) => {
    const { width, height } = within(size, maxSide, Math.max)
    const patchesOf28 = Math.ceil(width / 28) * Math.ceil(height / 28)
    return Math.min(max, Math.max(Math.ceil((width * height) / 750), patchesOf28))
  }
  return { count, max }
}

/**
 * Gemini: 258 tokens for a small image, else per crop; the side of a crop is two thirds of the short side, from
 * 256 to 768. https://ai.google.dev/gemini-api/docs/image-understanding#token-counting
 */
function crops(least: number): Rule {
  const count = (size: Size) => {
    const { width, height } = within(size, 3072, Math.max)
    const side = Math.min(768, Math.max(256, Math.floor(Math.min(width, height) / 1.5)))
    const isSmall = width <= 384 && height <= 384
    return Math.max(least, 258 * (isSmall ? 1 : Math.ceil(width / side) * Math.ceil(height / side)))
  }
  return { count, max: Math.max(least, count({ width: 3072, height: 385 })) }
}

function dearest(...rules: Rule[]): Rule {
  return {
    count: (size) => Math.max(...rules.map(({ count }) => count(size))),
    max: Math.max(...rules.map(({ max }) => max)),
  }
}

const miniTiles = tiles(2833, 5667)
const gpt4Tiles = tiles(85, 170)

/** First match on the model name wins, so more expensive variants precede their neighbours. */
const families: readonly (readonly [RegExp, Rule])[] = [
  [/gpt-4o-mini/, miniTiles],
  [/gpt-4\.?1-mini|gpt-5(\.\d)?-mini/, patches(1536, 1.62)],
  [/gpt-4\.?1-nano|gpt-5(\.\d)?-nano/, patches(1536, 2.46)],
  [/\bo4-mini/, patches(1536, 1.72)],
  // Documented with tiles and with patches at different times.
  [/gpt-4\.?1|gpt-5\.[1-3]/, dearest(gpt4Tiles, patches(1536, 1.2))],
  // These models may keep an image at its original size.
  [/gpt-5\.\d/, patches(10_000, 1.2)],
  [/gpt-4o|gpt-4\.5|gpt-4-turbo|gpt-4-vision/, gpt4Tiles],
  [/gpt-5\b/, tiles(70, 140)],
  [/\bo[13]\b/, tiles(75, 150)],
  [/claude-(3|haiku-4|sonnet-4|opus-4-([0-6]\b|20))/, pixels(1568, 1640)],
  [/claude/, pixels(2576, 4784)],
  [/gemini-(1|2)/, crops(258)],
  [/gemini/, crops(2240)],
]
const anyFamily = dearest(...families.map(([, rule]) => rule))

/** Maximum tokens of an image; unknown models use the most expensive rule. */
export function maxImageTokens(image: ChatImage, model: string): number {
  const rule = ruleOf(model) ?? anyFamily
  const size = 'data' in image ? sizeOfPicture(image.data) : undefined
  return size ? rule.count(size) : rule.max
}

/** Tokens of an image by the model's rule; undefined without a rule or a size. */
export function imageTokens(image: ChatImage, model: string): number | undefined {
  const size = 'data' in image ? sizeOfPicture(image.data) : undefined
  return size && ruleOf(model)?.count(size)
}

function ruleOf(model: string): Rule | undefined {
  return families.find(([name]) => name.test(model))?.[1]
}

/** Scales down, never up, until the relevant side is at most the maximum. */
function within({ width, height }: Size, max: number, side: (a: number, b: number) => number): Size {
  const scale = Math.min(1, max / side(width, height))
  const scaled = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: scaled(width), height: scaled(height) }
}
