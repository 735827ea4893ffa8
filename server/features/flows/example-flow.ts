import type { NodeDefinition } from '#server/engine/define-node.ts'
import { describeNode } from '#server/engine/describe-node.ts'
import { AppError } from '#shared/errors.ts'
import { referenceTo } from '#shared/flow-file.ts'
import { type PlacedNode, placeNode } from '#shared/nodes.ts'

export const exampleLanguages = ['en', 'tr'] as const
export type ExampleLanguage = (typeof exampleLanguages)[number]

const english = `You are the returns desk of Kumru Ceramics, a small shop for handmade plates and bowls. Answer briefly and politely, and only from these rules.

Returns: A plate or bowl that arrived chipped or broken can be sent back within 30 days. Send a photo first; we pay the return and ship a new one.
Changed your mind: Unused pieces can be returned within 14 days in their box. You pay the postage, and we refund the price within 5 working days.
Shipping: Orders leave our workshop within 2 working days. Inside Turkey they take 1 to 3 days, to Berlin and the rest of Europe 4 to 7 days.
Shipping costs: Orders over $60 ship free. Below that, shipping is $6 inside Turkey and $14 to Europe.
Care: All glazes are safe for food and the dishwasher. Gold rims must not go into a microwave oven.`

const turkish = `Sen el yapımı tabak ve kâse satan küçük bir dükkânın, Kumru Seramik’in iade asistanısın. Kısa ve nazik yanıt ver, yalnızca bu kurallara dayan.

İade: Kırık ya da çatlak gelen tabak ve kâseler 30 gün içinde geri gönderilebilir. Önce bir fotoğraf gönderin; iade kargosunu biz öderiz ve yenisini yollarız.
Vazgeçme: Kullanılmamış ürünler 14 gün içinde kutusuyla iade edilebilir. Kargoyu siz ödersiniz, ücreti 5 iş günü içinde geri öderiz.
Kargo süresi: Siparişler atölyemizden 2 iş günü içinde çıkar. Türkiye içinde 1-3 gün, Berlin’e ve Avrupa’nın kalanına 4-7 gün sürer.
Kargo ücreti: 60 doların üzerindeki siparişlerde kargo ücretsizdir. Altında Türkiye içi 6 dolar, Avrupa 14 dolardır.
Bakım: Tüm sırlar gıdaya ve bulaşık makinesine uygundur. Altın kenarlı ürünler mikrodalgaya girmemelidir.`

export const examples: Record<ExampleLanguage, { name: string; policy: string }> = {
  en: { name: 'Returns desk', policy: english },
  tr: { name: 'İade asistanı', policy: turkish },
}

type Placed = { node: PlacedNode; position: { x: number; y: number }; height: number }

/** A small flow that runs as soon as it is opened: the default model, a memory, and a shop's rules as knowledge. */
export function makeExampleFlow(
  catalogue: ReadonlyMap<string, NodeDefinition>,
  language: ExampleLanguage = 'en',
  modelName = 'chatDefault',
): string {
  const place = (
    name: string,
    inputs: Record<string, unknown>,
    x: number,
    y: number,
    height: number,
  ): Placed => {
    const definition = catalogue.get(name) ?? reject(name)
    const node = placeNode(describeNode(definition), `${name}_0`)
    return { node: { ...node, inputs: { ...node.inputs, ...inputs } }, position: { x, y }, height }
  }
  const model = place(modelName, {}, 0, 0, 220)
  const memory = place('bufferMemory', {}, 0, 280, 120)
  const inputs = {
    model: referenceTo(model.node.id),
    memory: referenceTo(memory.node.id),
    systemMessagePrompt: examples[language].policy,
  }
  const chain = place('conversationChain', inputs, 424, 60, 260)

  return JSON.stringify({
    nodes: [model, memory, chain].map(({ node, position, height }) => ({
      id: node.id,
      type: 'customNode',
      position,
      positionAbsolute: position,
      width: 320,
      height,
      selected: false,
      dragging: false,
      data: node,
    })),
    edges: [edge(model.node, chain.node, 'model'), edge(memory.node, chain.node, 'memory')],
    viewport: { x: 0, y: 0, zoom: 1 },
  })
}

function edge(source: PlacedNode, target: PlacedNode, input: string) {
  const sourceHandle = source.outputAnchors[0]?.id ?? ''
  const targetHandle = target.inputAnchors.find(({ name }) => name === input)?.id ?? ''
  return {
    source: source.id,
    sourceHandle,
    target: target.id,
    targetHandle,
    type: 'buttonedge',
    id: `${source.id}-${sourceHandle}-${target.id}-${targetHandle}`,
  }
}

function reject(name: string): never {
  throw new AppError('INTERNAL', `The example needs the node ${name}.`)
}
