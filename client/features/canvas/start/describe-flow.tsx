import { Button } from '@mui/joy'
import { ChevronDown, Square } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { FormBanner } from '#client/components/form-banner.tsx'
import { KindGlyph } from '#client/components/kind-glyph.tsx'
import { whenOpened } from '#client/components/on-demand.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useDefaultModel } from '#client/components/use-default-model.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { followUpProviders } from '#shared/flow-providers.ts'
import { startModel } from '#shared/start-model.ts'
import { MAX_REQUEST_LENGTH } from '#shared/writing.ts'
import type { View } from '../board/board.ts'
import { Popup } from '../popups/popups.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { useFigures } from '../store/use-figures.ts'
import { useModelChoice, useWriter } from '../writing/writing.ts'
import { addChain } from './first-nodes.ts'
import { useTypicalCost } from './use-typical-cost.ts'

const DefaultOrOtherModel = whenOpened(
  async () => (await import('#client/components/default-or-other-model.tsx')).DefaultOrOtherModel,
)

export function DescribeFlow({ view }: { view: View }) {
  const { canvasStart: texts } = useTexts()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const chosen = useModelChoice()
  // Replaces the preview, which had the focus.
  useEffect(() => field.current?.focus(), [])
  const writer = useDrawing(view, text, chosen)

  function draw() {
    const isEmpty = text.trim() === ''
    setMissing(isEmpty)
    if (isEmpty) {
      field.current?.focus()
    } else if (writer.state !== 'writing') {
      void writer.write()
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      draw()
    }
  }

  return (
    <div className="start-describe stack gap-8 items-flex-start">
      <h3>
        <label htmlFor={id}>{texts.describe}</label>
      </h3>
      <textarea
        className="full-width outlined-strong round-6 surface inherits-color"
        ref={field}
        id={id}
        rows={4}
        maxLength={MAX_REQUEST_LENGTH}
        placeholder={texts.describeHint}
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? `${id}-missing` : undefined}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      {isMissing && (
        <p className="start-missing" id={`${id}-missing`}>
          {texts.describeFirst}
        </p>
      )}
      <div className="start-draw flex wraps spread gap-8 full-width">
        <ModelButton chosen={chosen} />
        <DrawButton
          chosen={chosen}
          isWriting={writer.state === 'writing'}
          onDraw={draw}
          onStop={writer.stop}
        />
      </div>
      <Progress {...writer} />
    </div>
  )
}

type Chosen = ReturnType<typeof useModelChoice>

/** Prompts the model, and draws the chain it answers with. */
function useDrawing(view: View, text: string, { model, remember }: Chosen) {
  const { canvasStart: texts } = useTexts()
  const store = useCanvasStore()
  const toasts = useToasts()
  const { client } = trpc.useUtils()
  const { cost } = useFigures()
  return useWriter(async (flowId, signal) => {
    remember(flowId)
    const input = { flowId, task: text.trim(), ...(model && { model }) }
    const node = model ? followUpProviders[model.provider].node : startModel
    const { content, costMicro } = await client.writing.instruction.mutate(input, { signal })
    addChain(store, view, { instruction: content, node, model }, () => {
      setTimeout(view.fit, 50)
      toasts.success(texts.drawn(cost(costMicro)))
    })
  })
}

type DrawProps = { chosen: Chosen; isWriting: boolean; onDraw: () => void; onStop: () => void }

function DrawButton({ chosen: { model, missing }, isWriting, onDraw, onStop }: DrawProps) {
  const { canvasStart: texts } = useTexts()
  const { cost } = useFigures()
  const locked = useCanvas((state) => state.locked)
  const micro = useTypicalCost(model?.modelName)
  if (isWriting) {
    return (
      <Button variant="outlined" color="neutral" startDecorator={<Square size={14} />} onClick={onStop}>
        {texts.stop}
      </Button>
    )
  }
  return (
    <Button variant="outlined" color="neutral" disabled={locked || missing !== undefined} onClick={onDraw}>
      {texts.draw(micro === undefined ? undefined : cost(micro))}
    </Button>
  )
}

function Progress({ state, problem }: Pick<ReturnType<typeof useWriter>, 'state' | 'problem'>) {
  const { canvasStart: texts } = useTexts()
  const errorText = useErrorText()
  return (
    <>
      <p className="visually-hidden" role="status">
        {state === 'writing' && texts.drawing}
      </p>
      {state === 'unsaved' && <FormBanner>{texts.unsaved}</FormBanner>}
      {problem !== undefined && <FormBanner>{errorText(problem)}</FormBanner>}
    </>
  )
}

function ModelButton({ chosen }: { chosen: Chosen }) {
  const { canvasStart: texts } = useTexts()
  const { model, missing } = chosen
  const current = useDefaultModel()
  const name = model ? model.modelName : (current?.model ?? '')
  const button = useRef<HTMLButtonElement>(null)
  const [opener, setOpener] = useState<Element>()
  const close = useCallback(() => setOpener(undefined), [])
  return (
    <>
      <button
        ref={button}
        type="button"
        className="start-model plain-button inline-row border-box gap-8 shrinks"
        aria-haspopup="dialog"
        aria-expanded={opener !== undefined}
        aria-label={texts.model(name)}
        onClick={() => setOpener(opener ? undefined : (button.current ?? undefined))}
      >
        <KindGlyph kind="model" size={11} silent />
        <span className="truncate">{name || texts.chooseModel}</span>
        <ChevronDown size={14} aria-hidden="true" />
      </button>
      {opener && (
        <Popup at={opener} label={texts.chooseModel} width={420} onClose={close} className="start-models">
          <DefaultOrOtherModel name="describe" {...chosen} isTried={missing !== undefined} />
        </Popup>
      )}
    </>
  )
}
