import { type Size, sizeOfPicture } from './picture-size.ts'
import type { ChatImage } from './ports.ts'

/** Tokens of a picture of this size. */
type Rule = {
  count(size: Size): number
  /** Of the dearest size there is: for a picture whose size is not known. */
  max: number
}

/**
 * OpenAI's older models: into 2048 x 2048, then to 768 on the short side, then tiles of 512; nothing is made larger.
 * https://platform.openai.com/docs/guides/images-vision#calculating-costs
 */
function tiles(base: number, tile: number): Rule {
  const count = (size: Size) => {
    const { width, height } = within(within(size, 2048, Math.max), 768, Math.min)
    return base + tile * Math.ceil(width / 512) * Math.ceil(height / 512)
  }
  return { count, max: base + 8 * tile }
}

/** OpenAI's newer models (same page): patches of 32 pixels, as many as their budget allows, each as dear as its model says. */
function patches(budget: number, factor: number): Rule {
  const count = ({ width, height }: Size) =>
    Math.ceil(factor * Math.min(budget, Math.ceil(width / 32) * Math.ceil(height / 32)))
  return { count, max: Math.ceil(factor * budget) }
}

/**
 * Anthropic: a token for 750 pixels or a patch of 28 x 28, whichever are more, after a large picture was made smaller.
 * https://platform.claude.com/docs/en/build-with-claude/vision#image-costs
 */
function pixels(longest: number, max: number): Rule {
  const count = (size: Size) => {
    const { width, height } = within(size, longest, Math.max)
    const patchesOf28 = Math.ceil(width / 28) * Math.ceil(height / 28)
    return Math.min(max, Math.max(Math.ceil((width * height) / 750), patchesOf28))
  }
  return { count, max }
}

/**
 * Gemini: 258 tokens for a small picture, else for each crop, whose side is two thirds of the short one, of 256 to 768.
 * https://ai.google.dev/gemini-api/docs/image-understanding#token-counting
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

/** Whatever any of them would take. */
function dearest(...rules: Rule[]): Rule {
  return {
    count: (size) => Math.max(...rules.map(({ count }) => count(size))),
    max: Math.max(...rules.map(({ max }) => max)),
  }
}

const miniTiles = tiles(2833, 5667)
const gpt4Tiles = tiles(85, 170)

/** By what the name of a model contains; the first that fits. What is dearer than its neighbours stands before them. */
const families: readonly (readonly [RegExp, Rule])[] = [
  [/gpt-4o-mini/, miniTiles],
  [/gpt-4\.?1-mini|gpt-5(\.\d)?-mini/, patches(1536, 1.62)],
  [/gpt-4\.?1-nano|gpt-5(\.\d)?-nano/, patches(1536, 2.46)],
  [/\bo4-mini/, patches(1536, 1.72)],
  // Described by tiles and by patches at different times.
  [/gpt-4\.?1|gpt-5\.[1-3]/, dearest(gpt4Tiles, patches(1536, 1.2))],
  // They may keep a picture as it is.
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

/** The most a picture can cost where nobody knows the model: its dearest rule. */
export function maxImageTokens(image: ChatImage, model: string): number {
  const rule = ruleOf(model) ?? anyFamily
  const size = 'data' in image ? sizeOfPicture(image.data) : undefined
  return size ? rule.count(size) : rule.max
}

/** What a picture costs where its provider does not tell: by the model's rule, undefined without one or without a size. */
export function imageTokens(image: ChatImage, model: string): number | undefined {
  const size = 'data' in image ? sizeOfPicture(image.data) : undefined
  return size && ruleOf(model)?.count(size)
}

function ruleOf(model: string): Rule | undefined {
  return families.find(([name]) => name.test(model))?.[1]
}

/** Made smaller, never larger, until the side that counts is at most so long. */
function within({ width, height }: Size, max: number, side: (a: number, b: number) => number): Size {
  const scale = Math.min(1, max / side(width, height))
  const scaled = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: scaled(width), height: scaled(height) }
}
