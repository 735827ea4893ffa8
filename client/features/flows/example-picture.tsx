import { FlowPicture, type PictureCard } from '#client/components/flow-picture.tsx'
import { useDefaultModel } from '#client/components/use-default-model.ts'
import { useTexts } from '#client/texts/texts.tsx'

const wires = [
  { from: 0, to: 2, input: 0 },
  { from: 1, to: 2, input: 1 },
]

export function ExamplePicture() {
  const { empty } = useTexts().flows
  const current = useDefaultModel()
  const cards: PictureCard[] = [
    {
      x: 40,
      y: 60,
      width: 260,
      title: empty.model,
      kind: 'model',
      fields: [
        [empty.modelField, current?.model ?? 'flowtill-demo'],
        [empty.price, empty.priceValue],
      ],
    },
    {
      x: 40,
      y: 276,
      width: 260,
      title: empty.memory,
      kind: 'memory',
      fields: [[empty.keeps, empty.keepsValue]],
    },
    {
      x: 426,
      y: 112,
      width: 276,
      title: empty.chain,
      kind: 'agent',
      fields: [[empty.system, empty.systemValue]],
      inputs: [
        { label: empty.chainModel, kind: 'model' },
        { label: empty.chainMemory, kind: 'memory' },
      ],
      answer: empty.answer,
    },
  ]
  return <FlowPicture label={empty.pictureLabel} viewBox="0 20 742 380" cards={cards} wires={wires} />
}
