import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addStep } from '#client/features/canvas/agent/add-step.ts'
import { chipsOf, kindNameOf } from '#client/features/canvas/agent/step-view.ts'
import { outputLabel } from '#client/features/canvas/card/port.tsx'
import { emptyGraph, getNode } from '#client/features/canvas/graph/flow-graph.ts'
import { addNode } from '#client/features/canvas/graph/place.ts'
import { outputPorts } from '#client/features/canvas/graph/shape.ts'
import { viewOf } from '#client/features/canvas/store/card-view.ts'
import { credentialKinds } from '#server/credentials/catalogue.ts'
import { describeNode } from '#server/engine/describe-node.ts'
import { createCredentialKinds } from '#server/features/credentials/credential-kinds.ts'
import { catalogue } from '#server/nodes/catalogue.ts'
import type { NodeTemplate } from '#shared/nodes.ts'
import { isStepKind } from '#shared/step-traits.ts'
import { labelOfId, labelText, nodeLabel, nodeText, showNodeTexts } from './node-texts.ts'
import {
  isSameEverywhere,
  type PlacedText,
  textsOfCredential,
  textsOfTemplate,
} from './testing/catalogue-texts.ts'
import { trNodes } from './tr/nodes/all.ts'
import { chips } from './tr/nodes/chips.ts'
import { outputs } from './tr/nodes/outputs.ts'
import { tr } from './tr.ts'
import { englishOf, translateCredentialKind, translateTemplate } from './translate-nodes.ts'

const templates = [...catalogue.values()].map(describeNode)
const kinds = createCredentialKinds({ kinds: credentialKinds, catalogue }).list()
const english: PlacedText[] = [...templates.flatMap(textsOfTemplate), ...kinds.flatMap(textsOfCredential)]

/** Nodes drawn by the canvas itself, known from imported files, or of a later release. */
const otherLabels = ['startAgentflow', 'executeFlowAgentflow', 'stickyNoteAgentflow']

beforeEach(() => showNodeTexts(trNodes))
afterEach(() => showNodeTexts(undefined))

describe('the Turkish of the catalogue', () => {
  test('has every text of every node and kind of credential', () => {
    const missing = english.filter(
      ({ text }) => !(isSameEverywhere(text) || Object.hasOwn(trNodes.texts, text)),
    )

    expect(missing).toEqual([])
  })

  test('has no text removed from the catalogue', () => {
    const known = new Set([
      ...english.map(({ text }) => text),
      ...Object.keys(chips),
      ...Object.keys(outputs),
      'Output',
    ])

    expect(Object.keys(trNodes.texts).filter((text) => !known.has(text))).toEqual([])
  })

  test('has the label of every node that is not a product', () => {
    const missing = templates.filter(({ name, label }) => !(isSameEverywhere(label) || trNodes.labels[name]))

    expect(missing.map(({ name, label }) => `${name}: ${label}`)).toEqual([])
  })

  test('uses the current node labels of the catalogue', () => {
    const labels = new Map(templates.map(({ name, label }) => [name, label]))
    const stale = Object.entries(trNodes.labels).filter(
      ([name, [label]]) => !otherLabels.includes(name) && labels.get(name) !== label,
    )

    expect(stale).toEqual([])
  })

  test('has a name for every category', () => {
    const categories = [...new Set(templates.map(({ category }) => category))]

    expect(categories.filter((category) => !Object.hasOwn(tr.nodes.categories, category))).toEqual([])
  })

  test('preserves placeholders, addresses and code of the English', () => {
    const marks = (text: string) => (text.match(/\{+[\w.$]+\}+|https?:\/\/[^\s…]+|\$\w+/g) ?? []).toSorted()
    const changed = Object.entries(trNodes.texts).filter(
      ([text, turkish]) =>
        !/\{(?:variables|Status)\}/.test(text) && String(marks(text)) !== String(marks(turkish)),
    )

    expect(changed).toEqual([])
  })

  test('addresses the user with siz, with typographic apostrophes', () => {
    const words = [
      ...Object.values(trNodes.texts),
      ...Object.values(trNodes.labels).map(([, label]) => label),
    ]

    expect(words.filter((text) => /\b(sen|senin|sana|seni)\b/i.test(text))).toEqual([])
    expect(words.filter((text) => /\p{L}'(?:\p{Ll})/u.test(text))).toEqual([])
  })
})

describe('no card mixes languages', () => {
  // A word may exist in both languages: it counts as English only if no Turkish text has the same spelling.
  const turkish = new Set([
    ...Object.values(trNodes.texts),
    ...Object.values(trNodes.labels).map(([, label]) => label),
  ])
  const isEnglish = new Set(
    [...english.map(({ text }) => text), ...templates.map(({ label }) => label), 'Output'].filter(
      (text) => !isSameEverywhere(text) && !turkish.has(text),
    ),
  )

  test.each(templates.map((template) => [template.name, template] as const))('%s', (_, template) => {
    expect(
      textsOnCard(template).filter((text) => isEnglish.has(text) || isClassName(text, template)),
    ).toEqual([])
  })

  test('no credential form mixes languages', () => {
    const shown = kinds.map(translateCredentialKind).flatMap(textsOfCredential)

    expect(shown.filter(({ text }) => isEnglish.has(text))).toEqual([])
  })
})

function textsOnCard(template: NodeTemplate): string[] {
  const isStep = isStepKind(template.name)
  const { graph, id } = (isStep ? addStep : addNode)(emptyGraph, template, { x: 0, y: 0 })
  const node = getNode(graph, id)
  const shown = translateTemplate(template)
  const { shape } = viewOf(node, new Map([[template.name, shown]]))
  const form = textsOfTemplate({
    ...shown,
    inputs: [...shape.params, ...shape.anchors].filter(({ label }) => label !== '→'),
    outputs: [],
  })
  const outputs = outputPorts(shape, node.data).flatMap((port) => Object.values(outputLabel(port, tr.common)))
  const onStep = isStep ? [kindNameOf(node.data), ...chipsOf(node).map(({ text }) => text)] : outputs
  return [nodeLabel(node.data), shown.label, ...form.map(({ text }) => text), ...onStep]
}

function isClassName(text: string, { baseClasses, label }: NodeTemplate): boolean {
  return baseClasses.includes(text) && text !== label && !isSameEverywhere(text)
}

describe('the label of a node', () => {
  test('follows the language until the user has renamed it', () => {
    expect(nodeLabel({ name: 'conversationChain', label: 'Conversation Chain' })).toBe('Sohbet zinciri')
    expect(nodeLabel({ name: 'conversationChain', label: 'Conversation Chain 2' })).toBe('Sohbet zinciri 2')
    expect(nodeLabel({ name: 'conversationChain', label: 'Returns desk' })).toBe('Returns desk')
    expect(nodeLabel({ name: 'conversationChain', label: 'Conversation Chain of ours' })).toBe(
      'Conversation Chain of ours',
    )
    expect(nodeLabel({ name: 'llmChain', label: 'Conversation Chain' })).toBe('Conversation Chain')
    expect(labelOfId('agentAgentflow_0', 'Agent 0')).toBe('Ajan 0')
    expect(labelText('Buffer Memory')).toBe('Konuşma belleği')
  })

  test('follows the language in files that spell it differently', () => {
    expect(nodeLabel({ name: 'csvFile', label: 'Csv File 1' })).toBe('CSV dosyası 1')
    expect(nodeLabel({ name: 'huggingFaceInference_LLMs', label: 'HuggingFace Inference' })).toBe(
      'Hugging Face çıkarımı',
    )
  })

  test('is the name of the kind if it is empty, and never a member of Object', () => {
    expect(nodeLabel({ name: 'conversationChain', label: '' })).toBe('conversationChain')
    expect(nodeLabel({ name: 'constructor', label: 'toString' })).toBe('toString')
    expect(nodeText('constructor')).toBe('constructor')
  })
})

test('a node added in Turkish is stored in English', () => {
  const template = templates.find(({ name }) => name === 'conversationChain') as NodeTemplate
  const shown = translateTemplate(template)

  expect(shown.label).toBe('Sohbet zinciri')
  expect(translateTemplate(shown)).toBe(shown)
  expect(englishOf(shown)).toBe(template)
  expect(addNode(emptyGraph, shown, { x: 0, y: 0 })).toEqual(addNode(emptyGraph, template, { x: 0, y: 0 }))
})

test('in English nothing is translated', () => {
  const [template] = templates
  const shown = template && translateTemplate(template)
  showNodeTexts(undefined)

  expect(shown && translateTemplate(shown)).toBe(template)
  expect(nodeText('Chat Model')).toBe('Chat Model')
})
