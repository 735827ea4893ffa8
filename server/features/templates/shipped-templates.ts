import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Catalogue } from '#server/engine/check-flow.ts'
import { describeNode } from '#server/engine/describe-node.ts'
import { programFolder } from '#server/program-folder.ts'
import { drawThumbnail } from '#shared/draw-thumbnail.ts'
import { isNote, parseFlowFile, referenceTo } from '#shared/flow-file.ts'
import { isRecord } from '#shared/json.ts'
import { type PlacedNode, placeNode } from '#shared/nodes.ts'
import { type TemplateLanguage, templateTypes } from '#shared/templates.ts'
import { connectSteps, drawStep } from './shipped-steps.ts'

const shippedFolder = join(programFolder, 'server/features/templates/shipped')

const words = z.object({ en: z.string(), tr: z.string() }).strict()
const perLanguage = z.object({ en: z.json(), tr: z.json() }).strict()

/**
 * A template shipped with the product: its node kinds, their places, and the inputs that differ from a new node.
 * The rest comes from the catalogue, so that a template never becomes outdated.
 */
const recipeSchema = z.object({
  badge: z.string().default(''),
  type: z.enum(templateTypes).default('Chatflow'),
  usecases: z.array(words).default([]),
  name: words,
  description: words,
  starters: z.array(words).min(1),
  nodes: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      label: words.optional(),
      x: z.number(),
      y: z.number(),
      /** The iteration around a step; its position is relative to it. */
      in: z.string().optional(),
      width: z.number().default(320),
      height: z.number().default(220),
      outputs: z.record(z.string(), z.string()).optional(),
      inputs: z.record(z.string(), z.unknown()).default({}),
    }),
  ),
  /** Source node, target node, and the target's input; for steps the branch of the source. */
  links: z.array(z.tuple([z.string(), z.string(), z.string()])),
})
type Recipe = z.infer<typeof recipeSchema>
export type RecipeNode = Recipe['nodes'][number]

export type Shipped = ReturnType<typeof make>

/** Shipped templates, loaded from their folder on first use. File names are their ids. */
export function createShippedTemplates(catalogue: Catalogue) {
  const made = new Map<TemplateLanguage, Shipped[]>()
  let recipes: { id: string; recipe: Recipe }[] | undefined

  function list(language: TemplateLanguage): Shipped[] {
    recipes ??= readRecipes()
    const known = made.get(language) ?? recipes.map(({ id, recipe }) => make(id, recipe, language, catalogue))
    made.set(language, known)
    return known
  }

  return {
    list,
    find: (id: string, language: TemplateLanguage) => list(language).find((each) => each.id === id),
  }
}

function readRecipes() {
  return readdirSync(shippedFolder)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => ({
      id: file.replace(/^\d+-/, '').replace('.json', ''),
      recipe: recipeSchema.parse(JSON.parse(readFileSync(join(shippedFolder, file), 'utf8'))),
    }))
}

function make(id: string, recipe: Recipe, language: TemplateLanguage, catalogue: Catalogue) {
  const flowData = build(recipe, language, catalogue)
  const file = parseFlowFile(flowData)
  return {
    id,
    name: recipe.name[language],
    description: recipe.description[language],
    badge: recipe.badge,
    type: recipe.type,
    usecases: recipe.usecases.map((usecase) => usecase[language]),
    flowData,
    chatbotConfig: JSON.stringify({ starterPrompts: toPrompts(recipe.starters, language) }),
    thumbnail: drawThumbnail(file),
    nodeCount: file.nodes.filter((node) => !isNote(node)).length,
    kinds: [...new Set(recipe.nodes.map(({ name }) => name))],
  }
}

function toPrompts(starters: Recipe['starters'], language: TemplateLanguage) {
  return Object.fromEntries(starters.map((starter, place) => [place, { prompt: starter[language] }]))
}

function build(recipe: Recipe, language: TemplateLanguage, catalogue: Catalogue): string {
  const placed = new Map(recipe.nodes.map((node) => [node.id, place(node, language, catalogue)]))
  if (recipe.type === 'AgentflowV2') {
    const steps = recipe.nodes.flatMap((node) => {
      const data = placed.get(node.id)
      return data ? [drawStep(node, data)] : []
    })
    return JSON.stringify({ nodes: steps, edges: connectSteps(steps, recipe.links), viewport })
  }
  const edges = recipe.links.flatMap(([source, target, input]) => {
    const [from, to] = [placed.get(source), placed.get(target)]
    return from && to ? [connect(from, to, input)] : []
  })
  const nodes = recipe.nodes.flatMap(({ id, name, x, y, width, height }) => {
    const data = placed.get(id)
    const position = { x, y }
    const type = name === 'stickyNote' ? 'stickyNote' : 'customNode'
    const card = {
      position,
      positionAbsolute: position,
      width,
      height,
      selected: false,
      dragging: false,
    }
    return data ? [{ id, type, ...card, data }] : []
  })
  return JSON.stringify({ nodes, edges, viewport })
}

const viewport = { x: 0, y: 0, zoom: 1 }

function place(node: RecipeNode, language: TemplateLanguage, catalogue: Catalogue): PlacedNode {
  const { id, name, label, inputs, outputs } = node
  const definition = catalogue.get(name)
  const data = definition
    ? placeNode(describeNode(definition), id)
    : // A kind this server has not: shown as missing, never left out.
      placeNode({ ...nothing, name, label: name, type: name }, id)
  return {
    ...data,
    ...(label && { label: label[language] }),
    ...(outputs && { outputs }),
    inputs: { ...data.inputs, ...translate(inputs, language) },
  }
}

/** Replaces every `{ en, tr }` inside of a value. */
function translate<Value>(value: Value, language: TemplateLanguage): Value
function translate(value: unknown, language: TemplateLanguage): unknown {
  const texts = perLanguage.safeParse(value)
  if (texts.success) {
    return texts.data[language]
  }
  if (Array.isArray(value)) {
    return value.map((each) => translate(each, language))
  }
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, translate(each, language)]))
    : value
}

const nothing = {
  version: 1,
  category: '',
  baseClasses: [],
  tags: [],
  description: '',
  icon: 'box',
  inputs: [],
  outputs: [],
}

function connect(source: PlacedNode, target: PlacedNode, input: string) {
  const handle = target.inputAnchors.find(({ name }) => name === input)
  const reference = referenceTo(source.id)
  if (handle?.list) {
    const before = target.inputs[input]
    target.inputs[input] = [...(Array.isArray(before) ? before : []), reference]
  } else if (handle) {
    target.inputs[input] = reference
  }
  // A text input mentions the node inside its text.
  const anchor = handle ?? target.inputParams.find(({ name }) => name === input)
  const [first] = source.outputAnchors
  const option = first?.options?.find(({ name }) => name === source.outputs.output)
  const sourceHandle = (option ?? first)?.id ?? ''
  const targetHandle = anchor?.id ?? ''
  return {
    source: source.id,
    sourceHandle,
    target: target.id,
    targetHandle,
    type: 'buttonedge',
    id: `${source.id}-${sourceHandle}-${target.id}-${targetHandle}`,
  }
}
