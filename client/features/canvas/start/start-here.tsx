import { trpc } from '#client/api/trpc.ts'
import { FlowFingerprint } from '#client/components/fingerprint.tsx'
import { KindGlyph, kindColor } from '#client/components/kind-glyph.tsx'
import { useToasts } from '#client/components/toasts.tsx'
import { useDefaultModel } from '#client/components/use-default-model.ts'
import { useLanguage, useTexts } from '#client/texts/texts.tsx'
import { useErrorText } from '#client/texts/use-sentence.ts'
import { type Kind, kindOf } from '#shared/kinds.ts'
import { startModel } from '#shared/start-model.ts'
import { isStepKind } from '#shared/step-traits.ts'
import type { Starter, TemplateType } from '#shared/templates.ts'
import { lookOfStep } from '../agent/step-view.ts'
import { useKeyMap, type View } from '../board/board.ts'
import { readGraph } from '../graph/flow-graph.ts'
import { TemplateIcon } from '../palette/palette.ts'
import type { CanvasState } from '../store/canvas-store.ts'
import { typeOf } from '../store/document.ts'
import { goToDock } from '../store/elements.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { useFigures } from '../store/use-figures.ts'
import { DescribeFirst } from './describe-first.tsx'
import { addChain, addFirstStep, firstStepOf } from './first-nodes.ts'
import './start-here.css'
import { Button } from '@mui/joy'
import { ArrowRight, ChevronRight } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import { useSoon, useTypicalCost } from './use-typical-cost.ts'

type Props = { view: View; onChat: () => void }

export function StartHere({ view, onChat }: Props) {
  const { canvasStart: texts } = useTexts()
  const isAgent = useCanvas((state) => typeOf(state) === 'AGENTFLOW')
  const { shown } = useKeyMap()
  const { keys } = shown('add')
  return (
    <div className="start-here grid absolute scrolls untouchable" data-agent={isAgent || undefined}>
      <section className="clips surface outlined" aria-labelledby="start-here-title">
        <header>
          <h2 className="tight" id="start-here-title">
            {texts.title}
          </h2>
          <p>{isAgent ? texts.agentText : texts.text}</p>
        </header>
        {isAgent ? <AgentStart /> : <ChainStart view={view} onChat={onChat} />}
        <div className="start-ways grid gap-28 two-columns">
          <StartTemplates view={view} type={isAgent ? 'AgentflowV2' : 'Chatflow'} />
          {isAgent ? <DescribeAgent /> : <DescribeFirst view={view} />}
        </div>
        <footer className="flex wraps text-12 line-20 text-secondary backdrop-level1 line-above">
          <span>
            {keys && <kbd className="surface outlined round-4">{keys}</kbd>} {texts.addOne}
          </span>
          <span>
            {texts.dropFile} <kbd className="surface outlined round-4">Ctrl V</kbd>
          </span>
        </footer>
      </section>
    </div>
  )
}

function ChainStart({ view, onChat }: Props) {
  const { canvasStart: texts } = useTexts()
  const store = useCanvasStore()
  const locked = useCanvas((state) => state.locked)
  const { cost } = useFigures()
  const current = useDefaultModel()
  const micro = useTypicalCost()

  return (
    <div className="start-first grid clips outlined round-10">
      <FirstPicture names={[startModel, 'bufferMemory', 'conversationChain']} />
      <div>
        <h3>{texts.chain}</h3>
        <p>{texts.chainText(current?.model ?? '')}</p>
        <Button
          endDecorator={<ArrowRight size={16} />}
          disabled={locked}
          onClick={() => addChain(store, view, undefined, onChat)}
        >
          {texts.addChain}
        </Button>
        {micro !== undefined && (
          <p className="start-cost text-12 line-16 tabular">{texts.perMessage(cost(micro))}</p>
        )}
      </div>
    </div>
  )
}

function AgentStart() {
  const { canvasStart: texts } = useTexts()
  const store = useCanvasStore()
  const first = useCanvas(firstStepOf)
  const locked = useCanvas((state) => state.locked)

  function add() {
    addFirstStep(store, () => goToDock(store, 'inspector'))
  }

  return (
    <div className="start-first grid clips outlined round-10">
      <FirstPicture names={['startAgentflow', first]} />
      <div>
        <h3>{texts.agent}</h3>
        <p>{texts.agentHint}</p>
        <Button endDecorator={<ArrowRight size={16} />} disabled={locked} onClick={add}>
          {texts.addAgent}
        </Button>
      </div>
    </div>
  )
}

function DescribeAgent() {
  const { canvasStart: texts } = useTexts()
  const store = useCanvasStore()
  return (
    <div className="start-describe stack gap-8 items-flex-start">
      <h3>{texts.describe}</h3>
      <p>{texts.describeAgent}</p>
      <Button variant="outlined" color="neutral" onClick={() => goToDock(store, 'generate')}>
        {texts.openDescribe}
      </Button>
    </div>
  )
}

type StartTemplatesProps = { view: View; type: TemplateType }

/** Templates of this flow type, those without requirements first. A click inserts one. */
export function StartTemplates({ view, type }: StartTemplatesProps) {
  const { canvasStart: texts } = useTexts()
  const [language] = useLanguage()
  const [showsAll, setShowsAll] = useState(false)
  const starters = trpc.templates.starters.useQuery({ language, type }, { enabled: useSoon() })
  const gallery = trpc.templates.gallery.useQuery({ language }, { enabled: showsAll })
  const locked = useCanvas((state) => state.locked)
  const load = useTemplate(view)
  const { templates: first = [], total = 0 } = starters.data ?? {}
  const known = new Set(first.map(({ id }) => id))
  const others = (gallery.data ?? []).filter((each) => each.type === type && !known.has(each.id))
  const shown = showsAll ? [...first, ...others] : first
  if (starters.isSuccess && total === 0) {
    return null
  }
  return (
    <div className="start-templates">
      <h3>{texts.templates}</h3>
      <ul className="unlisted" data-all={showsAll || undefined} aria-busy={starters.isPending}>
        {shown.map((template) => (
          <li key={template.id}>
            <button
              className="plain-button row border-box gap-12 full-width round-6 filled-on-hover"
              type="button"
              disabled={locked}
              onClick={() => void load(template)}
            >
              <FlowFingerprint thumbnail={template.thumbnail} width={62} height={42} />
              <span className="grows shrinks">
                <strong className="medium">{template.name}</strong>
                <small className="text-12 line-16">{template.description}</small>
              </span>
              <ChevronRight size={16} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {total > first.length && !showsAll && (
        <button type="button" className="link-button" onClick={() => setShowsAll(true)}>
          {texts.allTemplates(total)}
        </button>
      )}
    </div>
  )
}

function useTemplate(view: View) {
  const store = useCanvasStore()
  const [language] = useLanguage()
  const utils = trpc.useUtils()
  const toasts = useToasts()
  const errorText = useErrorText()

  return async ({ id, name }: Starter) => {
    try {
      const { flowData, chatbotConfig } = await utils.templates.get.fetch({ id, language })
      if (flowData !== null) {
        store.setState({ newConfig: chatbotConfig ?? undefined })
        const { replaceFlow } = await import('../dialogs/import-actions.ts')
        replaceFlow(store, view, readGraph(flowData, name))
      }
    } catch (error) {
      toasts.error(errorText(error))
    }
  }
}

export function FirstPicture({ names }: { names: readonly string[] }) {
  const { agent } = useTexts()
  const summaries = useCanvas((state) => state.summaries)
  const cards = names.map((name) => ({ name, ...lookOf(name, summaries, agent.start) }))
  const [last, ...givers] = cards.toReversed()
  return (
    <div className="start-picture row content-middle" aria-hidden="true">
      <div className="grid gap-10">
        {givers.toReversed().map(({ name, label, kind }) => (
          <span
            key={name}
            className="start-card row gap-8 shrinks relative surface outlined round-8"
            style={{ '--glaze': kindColor(kind) } as CSSProperties}
          >
            <TemplateIcon name={name} kind={kind} />
            <strong>{label}</strong>
            <i className="absolute grid">
              <KindGlyph kind={kind} size={11} silent />
            </i>
          </span>
        ))}
      </div>
      {last && (
        <span
          className="start-card row gap-8 shrinks relative surface outlined round-8"
          style={{ '--glaze': kindColor(last.kind) } as CSSProperties}
        >
          <TemplateIcon name={last.name} kind={last.kind} />
          <strong>{last.label}</strong>
        </span>
      )}
    </div>
  )
}

type Look = { label: string; kind: Kind }

function lookOf(name: string, summaries: CanvasState['summaries'], startLabel: string): Look {
  if (isStepKind(name)) {
    return { label: summaries.get(name)?.label ?? startLabel, kind: lookOfStep(name).kind }
  }
  const summary = summaries.get(name)
  return { label: summary?.label ?? name, kind: kindOf(summary?.baseClasses ?? []) }
}
